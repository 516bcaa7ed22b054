import { type BtcpayClient, isRefused, satsToMsats } from '@bitquay/btcpay'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { findStore, openStore, type ReadyStore } from '../stores/index.ts'
import { getInvoiceAge, saveInvoiceOnce } from './table.invoices.ts'
import { findLoopOut, type LoopOut, saveLoopOutProblem } from './table.ts'

/** Long enough for several attempts, short enough not to hold the platform's coins for nothing. */
const expirySeconds = 900
const maxFeePercent = '1'
const againSeconds = 5

type FirstLeg = { outcome: 'paid' | 'impossible' | 'open'; paymentHash: string | null }
type Invoiced = LoopOut & { invoiceId: string; bolt11: string; paymentHash: string }

/**
 * Brings the Lightning money of a merchant's own node to the platform. The invoice is saved before it is paid and is the
 * only one ever paid for this execution: an answer that did not come is looked up by its hash. Answers whether the money is
 * here, will never come, or nobody knows yet; and of which payment that holds.
 */
export const payFirstLeg = async (deps: Deps, request: LoopOut): Promise<FirstLeg> => {
  const wait = async (problem: string | null) => {
    await saveLoopOutProblem(deps.db, request.id, problem, againSeconds)
    return { outcome: 'open', paymentHash: request.paymentHash } as const
  }
  const [merchant, platform] = [await openParty(deps, request.merchantId), await openParty(deps, null)]
  if (!platform) return wait('a store is not set up')
  const invoiced = await ensureInvoice(deps, platform, request)
  if (typeof invoiced === 'string') return wait(invoiced)

  // Only our own node's word says that money has come. The other node is the merchant's, who gains by saying so.
  const received = await readReceived(platform, invoiced.invoiceId)
  const { paymentHash } = invoiced
  if (received === 'silent') return wait('the platform’s node cannot be read')
  if (received === 'not-found') return wait('the platform’s node does not know its invoice any more')
  if (received === 'Paid') return { outcome: 'paid', paymentHash }
  // The invoice is ours: once our node cannot be paid any more, the merchant's node need not agree, nor answer.
  const { isPastHtlcs } = await getInvoiceAge(deps.db, paymentHash)
  if (received === 'Expired' && isPastHtlcs) return { outcome: 'impossible', paymentHash }
  if (!merchant) return wait('the merchant’s store is not set up')
  const { status } = await readPayment(merchant, paymentHash)
  if (status === 'paid')
    return wait('the merchant’s node says that it has paid, and nothing has come to the platform’s')
  if (status === 'pending') return wait('the payment from the merchant’s node is under way')
  if (status === 'silent') return wait('the merchant’s node does not say whether it has paid')
  // Neither node knows of a payment, and this invoice can no longer be paid.
  if (received === 'Expired') return { outcome: 'impossible', paymentHash }
  await deps.reached('loop-out-paying')
  const paid = await merchant.client.lightning.pay(merchant.store.storeId, { BOLT11: invoiced.bolt11, maxFeePercent })
  await deps.reached('loop-out-paid')
  if (paid.kind !== 'ok') return wait(`the merchant’s node did not pay: ${paid.message}`)
  const isHere = (await readReceived(platform, invoiced.invoiceId)) === 'Paid'
  return isHere ? { outcome: 'paid', paymentHash } : wait(null)
}

/** An invoice whose answer was lost is never paid; the one that is saved first counts. */
const ensureInvoice = async (deps: Deps, platform: Party, request: LoopOut): Promise<Invoiced | string> => {
  if (!isInvoiced(request)) {
    const made = await platform.client.lightning.createInvoice(platform.store.storeId, {
      amount: satsToMsats(request.amountSats).toString(),
      description: `Loop-out ${request.id}`,
      expiry: expirySeconds,
    })
    if (made.kind !== 'ok') return `the platform’s node made no invoice: ${made.message}`
    await deps.reached('loop-out-invoice-made')
    const { id: invoiceId, BOLT11: bolt11, paymentHash } = made.value
    const invoice = { invoiceId, bolt11, paymentHash, expirySeconds }
    await inTransaction(deps.db, (tx) => saveInvoiceOnce(tx, request.id, invoice))
    await deps.reached('loop-out-invoice-saved')
  }
  const current = await findLoopOut(deps.db, request.id)
  return current && isInvoiced(current) ? current : 'the request has moved on meanwhile'
}

const isInvoiced = (request: LoopOut): request is Invoiced =>
  request.invoiceId !== null && request.bolt11 !== null && request.paymentHash !== null

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
