import { setTimeout as sleep } from 'node:timers/promises'
import type { BtcpayClient } from '@bitquay/btcpay'
import { findHookOfInvoice, findStore, openStore, type ReadyStore, webhookUrlOf } from '../stores/index.ts'
import { type Finding, findingsOf } from './finding.ts'
import type { Patient, Request, Surroundings } from './patient.ts'

const { ok, failed, skipped } = findingsOf('webhooks')

/** Whether BTCPay's webhooks about the platform's store reach us. */
export const checkWebhooks = async (
  patient: Patient,
  { testsWebhooks = false }: Request,
  { webhookPatienceMs }: Pick<Surroundings, 'webhookPatienceMs'>,
): Promise<Finding[]> => {
  const store = openStore(await findStore(patient.db, null), patient.sealer)
  if (!store) return [skipped('The platform has no store yet. A running server creates it within a minute.')]
  const client = patient.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const url = webhookUrlOf(patient, store)
  const listed = await client.webhooks.list(store.storeId)
  if (listed.kind !== 'ok') return [skipped(`Not checked, because BTCPay didn’t list them: ${listed.message}.`)]
  const hook = listed.value.find((each) => each.url === url)
  if (!hook)
    return [
      failed(`BTCPay has no webhook to ${url}.`, 'A running server creates it within a minute. Then run this again.'),
    ]
  if (!hook.enabled)
    return [failed('Somebody has turned off our webhook in BTCPay.', 'Turn it on in the platform’s store.')]
  if (!testsWebhooks) return [skipped(untested)]
  return testDelivery(patient, client, store, webhookPatienceMs)
}

const untested =
  'BTCPay has our webhook. Whether it arrives is only tested on request, with a canceled invoice of 1 satoshi.'

const everyMs = 250

/** A canceled invoice is an event that BTCPay reports at once, and nobody can have paid it. */
const testDelivery = async (
  { db, config }: Patient,
  client: BtcpayClient,
  store: ReadyStore,
  patienceMs: number,
): Promise<Finding[]> => {
  const created = await createInvoice(client, store)
  if (created.kind !== 'ok')
    return [failed(`Couldn’t create the test invoice: ${created.message}.`, 'Look at the platform’s store in BTCPay.')]
  const { id } = created.value
  const canceled = await client.invoices.mark(store.storeId, id, 'Invalid')
  // It is no invoice of anybody, so it leaves BTCPay's list.
  await client.invoices.archive(store.storeId, id)
  if (canceled.kind !== 'ok')
    return [failed(`Couldn’t cancel the test invoice ${id}: ${canceled.message}.`, 'Mark it as invalid in BTCPay.')]
  const endsAt = performance.now() + patienceMs
  for (;;) {
    if (await findHookOfInvoice(db, store.id, id)) return [ok('BTCPay’s webhooks arrive.')]
    if (performance.now() > endsAt) break
    await sleep(everyMs)
  }
  return [
    failed(
      `BTCPay’s webhook about invoice ${id} didn’t arrive within ${Math.round(patienceMs / 1000)} seconds.`,
      `Let BTCPay’s machine reach ${config.publicUrl}. The store’s webhooks in BTCPay show what it got. Payments are still found, up to a minute later.`,
    ),
  ]
}

/** Without Lightning, BTCPay refuses what is too little for a transaction. */
const createInvoice = async (client: BtcpayClient, { storeId }: ReadyStore) => {
  const create = (amount: string) =>
    client.invoices.create(storeId, {
      amount,
      currency: 'BTC',
      metadata: { orderId: 'bitquay-doctor', itemDesc: 'Test of webhooks. Don’t pay.' },
    })
  const smallest = await create('0.00000001')
  return smallest.kind === 'refused' ? create('0.00001') : smallest
}
