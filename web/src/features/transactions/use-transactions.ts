import { getWeek, listTransactions, summarizeTransactions } from '@bitquay/contract/transactions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import { awaitsDetails } from './awaits-details.ts'
import { type Filters, toQuery } from './filters.ts'

const everyMs = 30_000
const soonMs = 3_000
const pageLength = 25

/** The history, newest first; soon read again while details of the newest are being looked up. */
export const useTransactions = (filters: Filters) =>
  usePages(
    listTransactions,
    { query: { limit: pageLength, ...toQuery(filters) } },
    { everyMs: (rows) => (awaitsDetails(rows.slice(0, pageLength), Date.now()) ? soonMs : everyMs) },
  )

/** The figures of the tiles. */
export const useCounts = (filters: Filters = {}) =>
  useQuery({
    ...queryOf(summarizeTransactions, { query: toQuery(filters) }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })

/** The latest few, for the dashboard. */
export const useLatest = (limit: number) =>
  useQuery({ ...queryOf(listTransactions, { query: { limit } }), refetchInterval: everyMs })

/** Kept under the address of the list, so that it is read again whenever a transaction changes. */
export const useWeek = () =>
  useQuery({ ...queryOf(getWeek), queryKey: [listTransactions.path, 'week'], refetchInterval: everyMs })
