import type { Answer, Call } from '@bitquay/contract/call'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Sent, SentArgs } from './api.ts'
import { askPage, type PageOf } from './exchange.ts'
import { keyOf } from './query-client.ts'

type Options<C extends Call> = {
  /** How often it is read again; by what is shown, if need be. */
  everyMs?: number | ((rows: Answer<C>) => number | false)
}

/** A list, page by page. What was shown stays until the answer to changed filters is there. */
export const usePages = <C extends Call>(call: C, sent: Omit<Sent<C>, 'signal'>, { everyMs }: Options<C> = {}) => {
  const queryKey = keyOf(call, sent)
  const pathOf = (key: readonly unknown[] | undefined) => String(key?.[0]).split('?')[0]
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<PageOf<C>> => {
      const query = { ...(sent.query as object | undefined), cursor: pageParam }
      return askPage(call, ...([{ ...sent, query, signal }] as unknown as SentArgs<C>))
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    refetchInterval: ({ state }) =>
      typeof everyMs === 'function'
        ? everyMs((state.data?.pages ?? []).flatMap((page) => page.rows as unknown[]) as Answer<C>)
        : (everyMs ?? false),
    // Another list, of another owner for example, begins empty.
    placeholderData: (shown, before) => (pathOf(before?.queryKey) === pathOf(queryKey) ? shown : undefined),
  })
}
