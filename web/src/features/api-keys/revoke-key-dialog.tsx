import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
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
    <FormDialog
      onClose={onClose}
      title={t.revokeTitle({ name: apiKey.name })}
      purpose={t.revokePurpose}
      confirm={t.revokeKey}
      confirming={t.revoking}
      cancel={t.keep}
      bad
      busy={revoke.isPending}
      onSubmit={confirm}
    >
      <p className="mono small quiet">{apiKey.prefix}…</p>
    </FormDialog>
  )
}
