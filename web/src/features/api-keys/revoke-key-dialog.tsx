import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useRevokeApiKey } from './use-api-keys.ts'

export const RevokeKeyDialog = ({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) => {
  const revoke = useRevokeApiKey(apiKey.id)
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: onClose,
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.revokeFailed) }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.revokeTitle({ name: apiKey.name })}
      purpose={t.revokePurpose}
      footer={
        <>
          <Button onClick={onClose}>{t.keep}</Button>
          <Button variant="bad" busy={revoke.isPending} onClick={confirm}>
            {revoke.isPending ? t.revoking : t.revokeKey}
          </Button>
        </>
      }
    >
      <p className="mono small quiet">{apiKey.prefix}…</p>
    </Dialog>
  )
}
