import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Sums } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useExecuteLoopOut } from './use-loop-outs.ts'

export const ExecuteDialog = ({ request, onClose }: { request: AdminLoopOutRequest; onClose: () => void }) => {
  const execute = useExecuteLoopOut()
  const code = useAdminCode()
  return (
    <FormDialog
      onClose={onClose}
      title={t.executeTitle({ store: request.storeName })}
      purpose={t.executePurpose}
      confirm={t.execute}
      confirming={t.executingNow}
      busy={execute.isPending}
      onSubmit={() =>
        execute.mutate(
          { requestId: request.id, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({
                title: t.executedToast,
                description: t.followInHistory,
              })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.executeFailed) })
            },
          },
        )
      }
    >
      <div className="stack gap-5">
        <Sums
          rows={[
            {
              name: t.fromLightning,
              value: (
                <>
                  <Usd amount={request.lightningBalanceUsd} />
                  <Btc amount={request.amountBtc} />
                </>
              ),
            },
            { name: t.toAddress, value: <span className="mono small">{request.onChainAddress}</span> },
          ]}
        />
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}
