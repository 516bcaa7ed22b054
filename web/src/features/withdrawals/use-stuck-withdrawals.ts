import { listWithdrawals, type Withdrawal } from '@bitquay/contract/withdrawals'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { useNow } from '../../lib/use-now.ts'
import { isSettled } from './describe-withdrawal.ts'

const everyMs = 30_000
const longMs = 24 * 60 * 60 * 1000

/** Recent withdrawals that make no progress: something is wrong with them, or they have been pending for a day. */
export const useStuckWithdrawals = (): Withdrawal[] => {
  const now = useNow(60_000)
  const { data } = useQuery({ ...queryOf(listWithdrawals, { query: { limit: 20 } }), refetchInterval: everyMs })
  return (data ?? []).filter((withdrawal) => isStuck(withdrawal, now))
}

export const isStuck = (withdrawal: Pick<Withdrawal, 'status' | 'problem' | 'requestedAt'>, now: Date): boolean =>
  !isSettled(withdrawal) && (withdrawal.problem !== null || now.getTime() - Date.parse(withdrawal.requestedAt) > longMs)
