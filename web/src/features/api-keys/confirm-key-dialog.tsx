import type { ApiKeyView } from '@bitquay/contract/api-keys'
import { CodeDialog } from '../../frame/code-dialog.tsx'
import { messageOf } from '../../lib/api-error.ts'
import * as t from './messages.ts'
import { useConfirmApiKey } from './use-api-keys.ts'

/** The owner lets a suspended key move money again. */
export const ConfirmKeyDialog = ({ apiKey, onClose }: { apiKey: ApiKeyView; onClose: () => void }) => {
  const confirm = useConfirmApiKey(apiKey.id)
  return (
    <CodeDialog
      onClose={onClose}
      title={t.confirmTitle({ name: apiKey.name })}
      purpose={t.confirmPurpose}
      needed={t.codeNeeded}
      hint={t.codeHint}
      confirm={t.confirmKey}
      confirming={t.confirmingKey}
      busy={confirm.isPending}
      onCode={(code, refuse) =>
        confirm.mutate(code, { onSuccess: onClose, onError: (error) => refuse(messageOf(error, t.confirmFailed)) })
      }
    />
  )
}
