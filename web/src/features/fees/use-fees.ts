import { getFees } from '@bitquay/contract/fees'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/** The one fee schedule that every screen prints. */
export const useFees = () => useQuery(queryOf(getFees))
