import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Sums } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useExecuteLoopOut } from './use-loop-outs.ts'

export const ExecuteDialog = ({ request, onClose }: { request: AdminLoopOutRequest; onClose: () => void }) => {
  const execute = useExecuteLoopOut()
  const code = useAdminCode()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Loop out for ${request.storeName}`}
      purpose="The platform takes the Lightning balance and pays the same satoshis, less the network fee, from its own wallet."
      confirm="Execute"
      confirming="Executing..."
      busy={execute.isPending}
      onConfirm={() =>
        execute.mutate(
          { requestId: request.id, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({
                title: 'Execution Started',
                description: 'The payment leaves the platform wallet in a moment. The history shows where it stands.',
              })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to execute request') })
            },
          },
        )
      }
    >
      <div className="grid gap-5">
        <Sums
          rows={[
            {
              name: 'From Lightning',
              value: (
                <>
                  <Usd amount={request.lightningBalanceUsd} />
                  <Btc amount={request.amountBtc} />
                </>
              ),
            },
            { name: 'To', value: <span className="mono small">{request.onChainAddress}</span> },
          ]}
        />
        <OwnCodeField {...code} />
      </div>
    </ConfirmDialog>
  )
}
