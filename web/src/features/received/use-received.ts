import { listTransactionDays } from '@bitquay/contract/transactions'
import { listAllTransactionDays } from '@bitquay/contract/transactions.admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { type Period, previousOf } from './received-period.ts'

const everyMs = 30_000

/** The days of a period and of the one before, in the person's time zone. An admin names the merchant. */
export const useReceived = (period: Period, merchantId?: number) => {
  const tz = useTimeZone()
  const read = (of: Period) => ({
    ...(merchantId === undefined
      ? queryOf(listTransactionDays, { query: { ...of, tz } })
      : queryOf(listAllTransactionDays, { query: { ...of, tz, merchantId } })),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
  return { current: useQuery(read(period)), previous: useQuery(read(previousOf(period))) }
}
