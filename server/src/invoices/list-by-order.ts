import type { BtcpayClient, Outcome } from '@bitquay/btcpay'
import type { Invoice } from '@bitquay/btcpay/wire/invoices'
import type { ToRead } from './apply-reading.ts'

/** BTCPay needs about 0.6 ms for each invoice of a list, and 12 ms for one alone. */
const mostPerList = 100
/** Servers and proxies accept 8 kB in a request line. */
const mostCharacters = 6000

/**
 * Splits what is to be read into parts that can be listed together. What has no order ID is alone, because only a call of
 * its own finds it.
 */
export const splitIntoLists = <Item extends ToRead>(items: readonly Item[]): Item[][] => {
  const lists: Item[][] = []
  let room = 0
  for (const item of items) {
    const length = item.orderId ? encodeURIComponent(item.orderId).length + '&orderId='.length : mostCharacters
    const last = lists.at(-1)
    if (last && last.length < mostPerList && length <= room) {
      last.push(item)
      room -= length
    } else {
      lists.push([item])
      room = mostCharacters - length
    }
  }
  return lists
}

/**
 * Reads several invoices of a store in one call. Those of them that were listed, by ID: the others may be among too many
 * with the same order ID, or have another one by now.
 */
export const listByOrder = async (
  client: BtcpayClient,
  storeId: string,
  items: readonly ToRead[],
): Promise<Outcome<Map<string, Invoice>>> => {
  const [first, ...others] = new Set(items.flatMap(({ orderId }) => orderId ?? []))
  if (first === undefined) return { kind: 'ok', value: new Map(), status: 200 }
  const listed = await client.invoices.list(storeId, {
    orderIds: [first, ...others],
    take: mostPerList,
    includeArchived: true,
    includePaymentMethods: true,
  })
  if (listed.kind !== 'ok') return listed
  const wanted = new Set(items.map(({ engineInvoiceId }) => engineInvoiceId))
  const found = new Map<string, Invoice>()
  // A server may list one twice, and in two states.
  for (const invoice of listed.value) {
    const isComplete = wanted.has(invoice.id) && !found.has(invoice.id) && (invoice.paymentMethods ?? []).length > 0
    if (isComplete) found.set(invoice.id, invoice)
  }
  return { ...listed, value: found }
}
