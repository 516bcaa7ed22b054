import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import { useCancelWithdrawal } from './use-withdrawals.ts'

/** Calls a withdrawal off that is not signed yet. */
export const CancelWithdrawal = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const cancel = useCancelWithdrawal()
  const act = () =>
    cancel.mutate(withdrawal.id, {
      onSuccess: () =>
        toast({
          title: 'Withdrawal Cancelled',
          description: `${formatUsd(withdrawal.customerAmount)} stays in your wallet.`,
        }),
      onError: (error) =>
        toast({
          kind: 'bad',
          title: 'Cancel Failed',
          description: messageOf(error, 'The withdrawal could not be cancelled. Look at where it stands.'),
        }),
    })
  return (
    <Button size="sm" busy={cancel.isPending} onClick={act} aria-label={`Cancel withdrawal ${withdrawal.id}`}>
      Cancel
    </Button>
  )
}
