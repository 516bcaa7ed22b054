import { getFees } from '@bitquay/contract/fees'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../lib/query-client.ts'

/** The public fee schedule. */
export const useFees = () => useQuery(queryOf(getFees))
