import { getSettings } from '@bitquay/contract/merchants'
import { changePreferences, getPreferences, type Preferences } from '@bitquay/contract/people'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ask } from './api.ts'
import { keyOf, queryOf } from './query-client.ts'
import { useUser } from './session.ts'
import { chooseTimeZone, useTimeZone } from './time-zone.ts'
import { useAction } from './use-action.ts'

const defaults: Preferences = {
  timeZone: null,
  shortcuts: true,
  bitcoinUnit: 'btc',
  displayCurrency: null,
  views: [],
  hiddenColumns: {},
}

/** How the signed-in person wants to see the product. Until it is loaded, as someone who changed nothing. */
export const usePreferences = (): Preferences => useQuery(queryOf(getPreferences)).data ?? defaults

/** Shows a change at once. A refused one is undone, because the preferences are read again. */
export const useChangePreferences = () => {
  const queryClient = useQueryClient()
  const queryKey = keyOf(getPreferences)
  return useAction({
    mutationFn: (change: Partial<Preferences>) => ask(changePreferences, { body: change }),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (before?: Preferences) => ({ ...(before ?? defaults), ...change }))
    },
    rereads: [getPreferences],
  })
}

/** Keeps all dates in the time zone that the person chose, or else in the one of the person's shop, and returns it. */
export const usePreferredTimeZone = (): string => {
  const { timeZone } = usePreferences()
  const isMerchant = useUser().type.startsWith('merchant')
  const { data: shop } = useQuery({ ...queryOf(getSettings), enabled: isMerchant && timeZone === null })
  const chosen = timeZone ?? shop?.timeZone ?? null
  useEffect(() => chooseTimeZone(chosen), [chosen])
  return useTimeZone()
}
