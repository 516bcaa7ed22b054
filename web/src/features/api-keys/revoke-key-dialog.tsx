import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useRevokeApiKey } from './use-api-keys.ts'

export const RevokeKeyDialog = ({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) => {
  const revoke = useRevokeApiKey(apiKey.id)
  const confirm = () =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        toast({ title: 'API key revoked', description: `${apiKey.name} is refused from now on` })
        onClose()
      },
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'The key could not be revoked') }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Revoke ${apiKey.name}?`}
      purpose="At once and for good: programs that use it are refused from the next request on."
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button variant="bad" busy={revoke.isPending} onClick={confirm}>
            {revoke.isPending ? 'Revoking...' : 'Revoke key'}
          </Button>
        </>
      }
    >
      <p className="mono small quiet">{apiKey.prefix}…</p>
    </Dialog>
  )
}
