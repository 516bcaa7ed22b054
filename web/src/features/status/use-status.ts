import type { Answer } from '@bitquay/contract/call'
import { getStatus } from '@bitquay/contract/status'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

export type Status = Answer<typeof getStatus>

const everyMs = 15_000

/** What works right now; asked again also while the event stream is quiet, since it may be quiet because it is lost. */
export const useStatus = () => useQuery({ ...queryOf(getStatus), refetchInterval: everyMs })
