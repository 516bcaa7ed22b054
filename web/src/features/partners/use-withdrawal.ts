import type { Answer } from '@bitquay/contract/call'
import {
  getPartnerDashboard,
  getPartnerWallet,
  listPayouts,
  type Payout,
  withdrawEarnings,
} from '@bitquay/contract/partners'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { request } from '../../lib/api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { keyOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import type { CheckWithdrawal, WithdrawalErrors, WithdrawalFields } from './check-withdrawal.ts'

export type Withdrawn = { txid: string | null; withdrawal: Payout }

const empty: WithdrawalFields = { amount: '', btcAddress: '', twoFactorToken: '' }

/** What is typed, what is wrong with it, and the sending of it. Both forms work by this. */
export const useWithdrawal = (availableUsd: string, check: CheckWithdrawal) => {
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
      const found = check(fields, availableUsd)
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
  const queryClient = useQueryClient()
  const keyFor = useKeys()
  return useAction({
    mutationFn: async (body: WithdrawalFields): Promise<Withdrawn> => {
      const key = keyFor.take(`${body.amount} ${body.btcAddress}`)
      try {
        const response = await request(withdrawEarnings, { body }, { 'idempotency-key': key })
        // Sent, or still being worked on (202): the answer has the same shape.
        const answer = (await response.json()) as Answer<typeof withdrawEarnings>
        keyFor.answered()
        return answer
      } catch (error) {
        // Without an answer, or with a broken one, it may have been sent: the same order sent again is then the same withdrawal.
        if (!(error instanceof ApiError && (error.status === 0 || error.status >= 500))) keyFor.answered()
        throw error
      }
    },
    onSettled: () => {
      for (const call of [getPartnerDashboard, getPartnerWallet, listPayouts]) {
        void queryClient.invalidateQueries({ queryKey: keyOf(call) })
      }
    },
  })
}

/** Every order has a key of its own; one that got no answer keeps it. */
const useKeys = () => {
  const open = useRef<{ order: string; key: string } | null>(null)
  return {
    take: (order: string): string => {
      if (open.current?.order !== order) open.current = { order, key: crypto.randomUUID() }
      return open.current.key
    },
    answered: () => {
      open.current = null
    },
  }
}
