import type { Answer } from '@bitquay/contract/call'
import { getStatusHistory } from '@bitquay/contract/status'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export type StatusHistory = Answer<typeof getStatusHistory>

const everyMs = 15_000

/** The public page has no event stream, so it asks again by itself. */
export const useStatusHistory = () => useQuery({ ...queryOf(getStatusHistory), refetchInterval: everyMs })
