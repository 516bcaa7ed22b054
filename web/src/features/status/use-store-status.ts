import { getStoreStatus } from '@bitquay/contract/status'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../lib/query-client.ts'
import { noInvoicesNow } from './messages.ts'

/** What works for the merchant's own store right now. */
export const useStoreStatus = (enabled = true) =>
  useQuery({ ...queryOf(getStoreStatus), refetchInterval: 15_000, enabled })

/** Why the merchant can't create invoices right now. Undefined if they can. */
export const useNoInvoices = (enabled = true) =>
  useStoreStatus(enabled).data?.serverDownSince ? noInvoicesNow : undefined
