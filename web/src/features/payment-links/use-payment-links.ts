import type { SentBody } from '@bitquay/contract/call'
import { changePaymentLink, createPaymentLink, listPaymentLinks } from '@bitquay/contract/payment-links'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { askOnce, askPage } from '../../lib/exchange.ts'
import { keyOf } from '../../lib/query-client.ts'
import { useAction } from '../../lib/use-action.ts'
import { useOnce } from '../../lib/use-once.ts'

const pageLength = 20
const everyMs = 30_000

export type NewPaymentLink = SentBody<typeof createPaymentLink>

/** Page by page, newest first. */
export const usePaymentLinks = () => {
  const query = { limit: pageLength }
  return useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: keyOf(listPaymentLinks, { query }),
      queryFn: ({ pageParam, signal }) => askPage(listPaymentLinks, { query: { ...query, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next,
    }),
    refetchInterval: everyMs,
  })
}

export const useCreatePaymentLink = () => {
  const once = useOnce()
  return useAct((body: NewPaymentLink) => once(body, (key) => askOnce(createPaymentLink, key, { body })))
}

export const useChangePaymentLink = (id: number) =>
  useAct((body: SentBody<typeof changePaymentLink>) => ask(changePaymentLink, { params: { id }, body }))

const useAct = <Input, Result>(act: (input: Input) => Promise<Result>) => {
  const queryClient = useQueryClient()
  return useAction({
    mutationFn: act,
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [address] }) =>
          typeof address === 'string' && address.startsWith(listPaymentLinks.path),
      }),
  })
}
