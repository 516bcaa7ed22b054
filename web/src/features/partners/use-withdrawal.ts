import {
  getPartnerDashboard,
  getPartnerWallet,
  listPayouts,
  type Payout,
  withdrawEarnings,
} from '@bitquay/contract/partners'
import { useState } from 'react'
import { askOnce } from '../../lib/exchange.ts'
import { useAction } from '../../lib/use-action.ts'
import { useOnce } from '../../lib/use-idempotency-key.ts'
import type { CheckWithdrawal, WithdrawalErrors, WithdrawalFields, WithdrawalLimits } from './check-payout.ts'

export type Withdrawn = { txid: string | null; withdrawal: Payout }

const empty: WithdrawalFields = { amount: '', btcAddress: '', twoFactorToken: '' }

/** What is typed, what is wrong with it, and the sending of it. Both forms work by this. */
export const useWithdrawal = (limits: WithdrawalLimits, check: CheckWithdrawal) => {
  const [fields, setFields] = useState(empty)
  const [errors, setErrors] = useState<WithdrawalErrors>({})
  const send = useSend()
  return {
    fields,
    errors,
    busy: send.isPending,
    error: send.error,
    withdrawn: send.data,
    change: (name: keyof WithdrawalFields, value: string) => {
      setFields({ ...fields, [name]: value })
      if (errors[name]) setErrors({ ...errors, [name]: undefined })
    },
    submit: () => {
      const found = check(fields, limits)
      setErrors(found)
      if (Object.keys(found).length > 0) return
      send.mutate(
        { ...fields, btcAddress: fields.btcAddress.trim() },
        {
          onSuccess: () => setFields(empty),
          // A code works once; the next try needs another.
          onError: () => setFields({ ...fields, twoFactorToken: '' }),
        },
      )
    },
    reset: () => {
      setFields(empty)
      setErrors({})
      send.reset()
    },
  }
}

export type WithdrawalForm = ReturnType<typeof useWithdrawal>

const useSend = () => {
  const once = useOnce()
  return useAction({
    // Sent, or still being worked on (202): the answer has the same shape.
    mutationFn: (body: WithdrawalFields): Promise<Withdrawn> =>
      once([body.amount, body.btcAddress], (key) => askOnce(withdrawEarnings, key, { body })),
    rereads: [getPartnerDashboard, getPartnerWallet, listPayouts],
  })
}
