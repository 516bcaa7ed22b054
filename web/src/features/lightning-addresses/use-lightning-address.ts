import type { SentBody } from '@bitquay/contract/call'
import {
  getLightningAddress,
  getLightningPayments,
  getLinkAddress,
  saveLightningAddress,
  saveLinkAddress,
} from '@bitquay/contract/lightning-addresses'
import { listPaymentLinks } from '@bitquay/contract/payment-links'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-client.ts'
import { useTimeZone } from '../../lib/time-zone.ts'
import { useAction } from '../../lib/use-action.ts'

export const useLightningAddress = () => useQuery(queryOf(getLightningAddress, {}))

/** Of this month in the person's time zone. */
export const useLightningPayments = () => useQuery(queryOf(getLightningPayments, { query: { tz: useTimeZone() } }))

export const useSaveLightningAddress = () =>
  useAction({
    mutationFn: (body: SentBody<typeof saveLightningAddress>) => ask(saveLightningAddress, { body }),
    rereads: [getLightningAddress],
  })

export const useLinkAddress = (id: number) => useQuery(queryOf(getLinkAddress, { params: { id } }))

export const useSaveLinkAddress = (id: number) =>
  useAction({
    mutationFn: (body: SentBody<typeof saveLinkAddress>) => ask(saveLinkAddress, { params: { id }, body }),
    rereads: [getLinkAddress, listPaymentLinks],
  })
