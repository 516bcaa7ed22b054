import {
  listTransactionDays,
  listTransactions,
  summarizeTransactions,
  type Transaction,
} from '@bitquay/contract/transactions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { useListView } from '../../frame/list-surface/use-list-view.ts'
import { dateOfTimestamp, dayOf } from '../../lib/format-date.ts'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import { awaitsDetails } from './awaits-details.ts'
import type { Filters } from './filters.ts'

const everyMs = 30_000
const soonMs = 3_000
const pageLength = 50

type View = ReturnType<typeof useListView<Filters, 'date' | 'gross' | 'net'>>

/** The history, soon read again while details of the newest are being looked up. */
export const useTransactions = ({ filter, sort }: Pick<View, 'filter' | 'sort'>) =>
  usePages(
    listTransactions,
    { query: { limit: pageLength, ...filter, sort } },
    { everyMs: (rows) => (awaitsDetails(rows.slice(0, pageLength), Date.now()) ? soonMs : everyMs) },
  )

/** Counts and totals with the same filters. */
export const useSummary = (filter: View['filter']) =>
  useQuery({
    ...queryOf(summarizeTransactions, { query: filter }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })

/** Totals of the days whose rows are shown. */
export const useDays = (filter: View['filter'], rows: readonly Transaction[]) => {
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
