import { listTransactionDays } from '@bitquay/contract/transactions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { type Period, previousOf } from './received-period.ts'

const everyMs = 30_000

/** The days of a period and of the one before, in the person's time zone. */
export const useReceived = (period: Period) => {
  const tz = useTimeZone()
  const read = (of: Period) => ({
    ...queryOf(listTransactionDays, { query: { ...of, tz } }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
  return { current: useQuery(read(period)), previous: useQuery(read(previousOf(period))) }
}
