import type { SentBody } from '@bitquay/contract/call'
import {
  changePaymentLink,
  createPaymentLink,
  listPaymentLinks,
  summarizePaymentLinks,
} from '@bitquay/contract/payment-links'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { useListView } from '../../frame/list-surface/use-list-view.ts'
import { ask } from '../../lib/api.ts'
import { askOnce } from '../../lib/exchange.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useIdempotencyKey } from '../../lib/use-idempotency-key.ts'
import { usePages } from '../../lib/use-pages.ts'
import type { LinkFilters } from './list-settings.ts'

const pageLength = 50
const everyMs = 30_000

export type NewPaymentLink = SentBody<typeof createPaymentLink>
export type LinkChange = SentBody<typeof changePaymentLink>

type View = ReturnType<typeof useListView<LinkFilters, 'date' | 'gross'>>

export const usePaymentLinks = ({ filter, sort }: Pick<View, 'filter' | 'sort'>) =>
  usePages(listPaymentLinks, { query: { limit: pageLength, ...filter, sort } }, { everyMs })

/** Counts by status and totals, with the same filters. */
export const useLinkSummary = (filter: View['filter']) =>
  useQuery({
    ...queryOf(summarizePaymentLinks, { query: filter }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })

export const useCreatePaymentLink = () => {
  const once = useIdempotencyKey()
  return useAction({
    mutationFn: (body: NewPaymentLink) => once(body, (key) => askOnce(createPaymentLink, key, { body })),
    rereads: [listPaymentLinks],
  })
}

export const useChangePaymentLink = (id: number) =>
  useAction({
    mutationFn: (body: LinkChange) => ask(changePaymentLink, { params: { id }, body }),
    rereads: [listPaymentLinks],
  })
