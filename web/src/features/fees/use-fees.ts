import { getFees } from '@bitquay/contract/fees'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

const againMs = 10_000

/** The fee schedule that every screen shows. A screen that opened while it couldn't be read gets it later. */
export const useFees = () =>
  useQuery({
    ...queryOf(getFees),
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
  })
