import {
  listPartnerTransactions,
  type PartnerTransaction,
  summarizePartnerTransactions,
} from '@bitquay/contract/partners'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListFilter } from '../../../frame/list-surface/filter-card.tsx'
import { type ListSpec, useListView } from '../../../frame/list-surface/use-list-view.ts'
import { readId } from '../../../lib/address-filters.ts'
import { queryOf } from '../../../lib/query-client.ts'
import { usePages } from '../../../lib/use-pages.ts'
import * as t from './messages.ts'

const everyMs = 30_000

type EarningFilters = { merchantId?: number }

const earningList: ListSpec<EarningFilters, 'date' | 'gross' | 'share'> = {
  list: 'partner-transactions',
  readFilters: (params) => {
    const merchantId = readId(params, 'merchant')
    return merchantId ? { merchantId } : {}
  },
  sorts: ['date', 'gross', 'share'],
}

export const useEarningView = () => useListView(earningList)

type View = ReturnType<typeof useEarningView>

export const useEarnings = ({ filter, sort }: Pick<View, 'filter' | 'sort'>) =>
  usePages(listPartnerTransactions, { query: { limit: 50, ...filter, sort } }, { everyMs })

export const useEarningSummary = (filter: View['filter']) =>
  useQuery({
    ...queryOf(summarizePartnerTransactions, { query: filter }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })

/** Merchants that are in the list, to choose one from. */
export const merchantFilterOf = (rows: readonly PartnerTransaction[]): ListFilter => {
  const names = new Map(rows.map(({ merchantId, merchant }) => [String(merchantId), merchant]))
  return {
    name: 'merchant',
    label: t.merchantFilter,
    options: [...names]
      .map(([value, text]) => ({ value, text }))
      .sort((one, other) => one.text.localeCompare(other.text, 'en')),
    format: (id) => t.merchantNumber({ id }),
  }
}
