import { type BtcpayClient, isRefused } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { findStore, openStore, type ReadyStore } from '../stores/store.ts'

/** A store and who speaks to its node. */
export type Party = { store: ReadyStore; client: BtcpayClient }

export const openParty = async (deps: Deps, merchantId: number | null): Promise<Party | undefined> => {
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) return undefined
  // The shared node is the server's: a store's own key may not use it.
  const client =
    merchantId === null
      ? deps.engines.platform
      : deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return { store, client }
}

/** What the node that is paid says of its invoice. */
export const readReceived = async ({ client, store }: Party, invoiceId: string) => {
  const asked = await client.lightning.getInvoice(store.storeId, invoiceId)
  if (asked.kind === 'ok') return asked.value.status
  return isRefused(asked, 'invoice-not-found') ? 'not-found' : 'silent'
}

type Payment = { status: 'paid' | 'not-paid' | 'pending' | 'silent'; preimage?: string | undefined }

/** What the paying node says of a payment. Only a clear word counts as not paid. */
export const readPayment = async ({ client, store }: Party, paymentHash: string): Promise<Payment> => {
  const found = await client.lightning.getPayment(store.storeId, paymentHash)
  if (isRefused(found, 'payment-not-found')) return { status: 'not-paid' }
  if (found.kind !== 'ok') return { status: 'silent' }
  const { status, preimage } = found.value
  if (status === 'Complete') return { status: 'paid', preimage: preimage ?? undefined }
  if (status === 'Failed') return { status: 'not-paid' }
  return { status: status === 'Pending' ? 'pending' : 'silent' }
}
