import { listAllTransactions, listStores, summarizeAllTransactions } from '@bitquay/contract/transactions.admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { useListView } from '../../frame/list-surface/use-list-view.ts'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { AdminFilters } from './admin-filters.ts'

const everyMs = 60_000

type View = ReturnType<typeof useListView<AdminFilters, 'date' | 'gross' | 'net'>>

/** All stores' transactions. */
export const useAdminTransactions = ({ filter, sort }: Pick<View, 'filter' | 'sort'>) =>
  usePages(listAllTransactions, { query: { limit: 50, ...filter, sort } }, { everyMs })

/** Counts and totals with the same filters. */
export const useAdminSummary = (filter: View['filter']) =>
  useQuery({
    ...queryOf(summarizeAllTransactions, { query: filter }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })

/** To choose one from. */
export const useStores = () => useQuery(queryOf(listStores, { query: {} }))
