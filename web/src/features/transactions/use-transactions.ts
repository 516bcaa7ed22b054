import {
  listTransactionDays,
  listTransactions,
  summarizeTransactions,
  type Transaction,
} from '@bitquay/contract/transactions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { dateOfTimestamp, dayOf } from '../../lib/format-date.ts'
import { queryOf } from '../../lib/query-client.ts'

const everyMs = 30_000

/** Totals of the days whose rows are shown. */
export const useDays = (filter: object, rows: readonly Transaction[]) => {
  const days = rows.map(({ timestamp }) => dayOf(dateOfTimestamp(timestamp))).sort()
  const [from, to] = [days[0], days.at(-1)]
  return useQuery({
    ...queryOf(listTransactionDays, { query: { ...filter, from, to } }),
    enabled: from !== undefined,
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
}

/** The row of a link that is on none of the loaded pages. */
export const useLinkedTransaction = (key: string | undefined, rows: readonly Transaction[] | undefined) => {
  const hash = /^[0-9a-f]{64}/.exec(key ?? '')?.[0]
  const missing = rows !== undefined && hash !== undefined && !rows.some((row) => row.key === key)
  const { data } = useQuery({
    ...queryOf(listTransactions, { query: { limit: 10, search: hash } }),
    enabled: missing,
  })
  return missing ? data?.find((row) => row.key === key) : undefined
}

/** Counts of all transactions. */
export const useCounts = () => useQuery({ ...queryOf(summarizeTransactions, { query: {} }), refetchInterval: everyMs })

/** The latest few, for the dashboard. */
export const useLatest = (limit: number) =>
  useQuery({ ...queryOf(listTransactions, { query: { limit } }), refetchInterval: everyMs })
