import { getFees } from '@bitquay/contract/fees'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

const againMs = 10_000

/** The one fee schedule that every screen prints. Whoever came while it could not be read gets it when it can. */
export const useFees = () =>
  useQuery({
    ...queryOf(getFees),
    refetchInterval: ({ state }) => (state.status === 'error' ? againMs : false),
  })
