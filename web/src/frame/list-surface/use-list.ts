import type { Call } from '@bitquay/contract/call'
import type { List, ListSpec } from '@bitquay/contract/lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { queryOf } from '../../lib/query-client.ts'
import { usePages } from '../../lib/use-pages.ts'
import { readFilters } from './address-view.ts'
import { useListView } from './use-list-view.ts'

export type RowOf<L extends ListSpec> = z.output<L['row']>
export type SummaryOf<L extends ListSpec> = L extends { summary: infer Summary extends z.ZodType }
  ? z.output<Summary>
  : undefined

export type Listed<L extends ListSpec> = {
  list: List<L>
  pageLength?: number
  /** How often rows are read again; by what is shown, if need be. */
  everyMs?: number | ((rows: readonly RowOf<L>[]) => number | false)
  summaryEveryMs?: number
}

/**
 * The state of a declared list: what the address asks for, its pages and its summary. `params` are those of its path, and
 * `fixed` are filters that the page doesn't leave to the address.
 */
export const useList = <L extends ListSpec, S extends Listed<L>>(
  shown: S & Listed<L>,
  params?: object,
  fixed?: { readonly [Name in keyof L['filters']]?: string | number },
) => {
  const { list, pageLength = 50, everyMs, summaryEveryMs = false } = shown
  const calls: { list: Call; summarize?: Call } = list.calls
  const view = useListView({
    list: list.name,
    sorts: list.sorts,
    readFilters: (address) => ({ ...readFilters(list.filters, address), ...fixed }),
  })
  const path = params ? { params } : {}
  const rows = calls.list as Call & { output: z.ZodArray<L['row']> }
  const sent = { ...path, query: { limit: pageLength, ...view.filter, sort: view.sort } }
  const pages = usePages(rows, sent as never, everyMs === undefined ? {} : { everyMs: everyMs as never })
  const { data: summary } = useQuery({
    ...queryOf(calls.summarize ?? calls.list, { ...path, query: view.filter } as never),
    enabled: calls.summarize !== undefined,
    refetchInterval: summaryEveryMs,
    placeholderData: keepPreviousData,
  })
  const read = pages.data?.pages.flatMap((page) => page.rows) as readonly RowOf<L>[] | undefined
  return { shown, params, view, pages, rows: read, summary: summary as SummaryOf<L> | undefined }
}
