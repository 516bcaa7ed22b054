import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelWithdrawal } from './use-withdrawals.ts'

type CancelWithdrawalProps = {
  withdrawal: Pick<Withdrawal, 'id' | 'customerAmount'>
  /** What the button says, where nothing beside it names the withdrawal. */
  children?: string
}

/** Cancels a withdrawal that isn't signed yet. */
export const CancelWithdrawal = ({ withdrawal, children = t.cancel }: CancelWithdrawalProps) => {
  const cancel = useCancelWithdrawal()
  const act = () =>
    cancel.mutate(withdrawal.id, {
      onSuccess: () =>
        toast({
          title: t.canceledToast,
          description: t.staysInWallet({ amount: formatUsd(withdrawal.customerAmount) }),
        }),
      onError: (error) =>
        toast({
          kind: 'bad',
          title: t.cancelFailedToast,
          description: messageOf(error, t.cancelFailed),
        }),
    })
  return (
    <Button
      size="sm"
      className="finger"
      busy={cancel.isPending}
      onClick={act}
      aria-label={t.cancelLabel({ id: String(withdrawal.id) })}
    >
      {children}
    </Button>
  )
}
