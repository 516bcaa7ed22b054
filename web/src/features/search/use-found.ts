import type { User } from '@bitquay/contract/people'
import { search } from '@bitquay/contract/search'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { useDebouncedValue } from '../../lib/use-debounced-value.ts'
import type { NavGroup } from '../../ui/sidebar.tsx'
import { useNoInvoices } from '../status/index.ts'
import { describeFound } from './describe-found.tsx'
import { listHelp, noHelp } from './help-options.tsx'
import * as t from './messages.ts'
import { keyOf, type Option, type OptionGroup } from './option.ts'
import { listActions, listPages } from './portal-options.tsx'
import { readQuery } from './read-query.ts'

const pauseMs = 200
const shortest = 2

type Searched = { user: User; navGroups: readonly NavGroup[]; recent: readonly Option[]; text: string }

/** Pages and actions at once, and what the server finds once the typing has paused. */
export const useFound = ({ user, navGroups, recent, text }: Searched) => {
  const { query, scope } = readQuery(text)
  const settled = useDebouncedValue(query, pauseMs)
  const noInvoices = useNoInvoices(user.type === 'merchant')
  const isAsked = scope !== 'actions' && scope !== 'help' && query.length >= shortest
  const { data, isError, isPlaceholderData, isFetching } = useQuery({
    // The query is named by what it searches for, so a late answer never replaces a newer one.
    ...queryOf(search, { query: { q: settled } }),
    enabled: isAsked && settled.length >= shortest,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const found = isAsked && data ? describeFound(data, user.type, settled) : []
  const help = user.type === 'merchant' && scope !== 'ids' && scope !== 'actions' ? listHelp(query) : noHelp
  const groups: OptionGroup[] = [
    ...(help.isNamed ? [help.articles] : []),
    ...(query === '' && scope === 'all' ? [{ name: t.recent, options: recent }] : []),
    ...(scope === 'ids' ? found.filter(({ name }) => name === t.invoices || name === t.transactions) : found),
    ...(scope === 'all' ? [{ name: t.pages, options: keepMatching(listPages(user, navGroups), query) }] : []),
    ...(scope === 'ids' || scope === 'help'
      ? []
      : [{ name: t.actions, options: keepMatching(listActions(user, navGroups, noInvoices), query) }]),
    ...(help.isNamed ? [] : [help.articles]),
    help.support,
  ]
  return {
    query,
    groups: withoutRepeats(groups),
    isWaiting: isAsked && !isError && (settled !== query || isPlaceholderData || (isFetching && !data)),
    isError: isAsked && isError && settled === query,
  }
}

const keepMatching = (options: readonly Option[], query: string) =>
  options.filter(({ title }) =>
    query
      .toLowerCase()
      .split(/\s+/)
      .every((word) =>
        title
          .toLowerCase()
          .split(/[\s-]+/)
          .some((start) => start.startsWith(word)),
      ),
  )

/** What was chosen recently is not listed a second time. */
const withoutRepeats = (groups: readonly OptionGroup[]): OptionGroup[] => {
  const seen = new Set<string>()
  return groups
    .map(({ name, options }) => ({
      name,
      options: options.filter((option) => !seen.has(keyOf(option)) && Boolean(seen.add(keyOf(option)))),
    }))
    .filter(({ options }) => options.length > 0)
}
