import { unwrap } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { type ReadyStore, saveWebhook, secretOf } from './table.ts'

/** Where BTCPay sends the webhooks of a store. */
export const webhookUrlOf = ({ config }: Pick<Deps, 'config'>, store: ReadyStore) =>
  `${config.publicUrl}/api/engine-hooks/${store.storeId}`

/** How an invoice may change. We need no event for its creation, because we create it. */
const subscribedEvents = [
  'InvoiceReceivedPayment',
  'InvoiceProcessing',
  'InvoicePaymentSettled',
  'InvoiceSettled',
  'InvoiceExpired',
  'InvoiceInvalid',
]

/** Ensures that the store has one webhook of ours with our secret, also after our address has changed. */
export const ensureWebhook = async (deps: Deps, store: ReadyStore) => {
  const url = webhookUrlOf(deps, store)
  if (store.webhookId && store.webhookUrl === url) return
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const secret = deps.sealer.open(store.webhookSecret ?? '', secretOf(store.tag, 'webhook-secret'))
  const wanted = {
    url,
    enabled: true,
    automaticRedelivery: true,
    secret,
    authorizedEvents: { everything: false, specificEvents: subscribedEvents },
  }
  const known = unwrap(await client.webhooks.list(store.storeId))
  const mine = known.find((hook) => hook.id === store.webhookId) ?? known.find((hook) => hook.url === url)
  const webhook = mine
    ? unwrap(await client.webhooks.update(store.storeId, mine.id, wanted))
    : unwrap(await client.webhooks.create(store.storeId, wanted))
  await saveWebhook(deps.db, store.id, { id: webhook.id, url })
}
