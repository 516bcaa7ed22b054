import {
  getPartnerDashboard,
  getPartnerWallet,
  listPayouts,
  type Payout,
  withdrawEarnings,
} from '@bitquay/contract/partners'
import { askOnce } from '../../lib/exchange.ts'
import { useAction } from '../../lib/use-action.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { useMaxAmount } from '../../lib/use-max-amount.ts'
import type { CheckWithdrawal, WithdrawalFields, WithdrawalLimits } from './check-payout.ts'

export type Withdrawn = { txid: string | null; withdrawal: Payout }

const empty: WithdrawalFields = { amount: '', btcAddress: '', twoFactorToken: '' }

/** What is typed, what is wrong with it, and the sending of it. Both forms work by this. */
export const useWithdrawal = (limits: WithdrawalLimits, check: CheckWithdrawal) => {
  const { fields, bind, errors, change, reset, submit } = useContractForm(
    (typed: WithdrawalFields) => check(typed, limits),
    { initial: empty },
  )
  const { amountInput, chooseMax, keepAmount } = useMaxAmount({
    amount: fields.amount,
    setAmount: (usd) => change('amount', usd),
    maxUsd: limits.availableUsd,
  })
  const send = useSend()
  return {
    fields,
    bind,
    errors,
    change,
    amountInput,
    chooseMax,
    busy: send.isPending,
    error: send.error,
    withdrawn: send.data,
    submit: submit((checked) => {
      // Without an answer, the same order must go out again.
      keepAmount()
      send.mutate(
        { ...checked, btcAddress: checked.btcAddress.trim() },
        {
          onSuccess: () => reset(empty),
          // A code works once, so the next try needs another.
          onError: () => change('twoFactorToken', ''),
        },
      )
    }),
  }
}

export type WithdrawalForm = ReturnType<typeof useWithdrawal>

const useSend = () => {
  const once = useIdempotencyKey()
  return useAction({
    // Sent, or still being worked on (202): the answer has the same shape.
    mutationFn: (body: WithdrawalFields): Promise<Withdrawn> =>
      once([body.amount, body.btcAddress], (key) => askOnce(withdrawEarnings, key, { body })),
    rereads: [getPartnerDashboard, getPartnerWallet, listPayouts],
  })
}
