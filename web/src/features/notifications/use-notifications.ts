import { listNotifications } from '@bitquay/contract/notifications'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'

/** The event stream tells of most of it at once; the interval makes up for a stream that is lost. */
export const useNotifications = () => useQuery({ ...queryOf(listNotifications), refetchInterval: 60_000 })
