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
 * Moves the Lightning money of a merchant's own node to the platform. The invoice is saved before it is paid, and no
 * other invoice is ever paid for this execution. After a lost response, the payment is looked up by its hash. Returns
 * whether the money arrived, will never arrive or is still open, and for which payment.
 */
export const payFirstLeg = async (deps: Deps, request: LoopOut): Promise<FirstLeg> => {
  const wait = async (problem: string | null) => {
    await saveLoopOutProblem(deps.db, request.id, problem, againSeconds)
    return { outcome: 'open', paymentHash: request.paymentHash } as const
  }
  const [merchant, platform] = [await openParty(deps, request.merchantId), await openParty(deps, null)]
  if (!platform) return wait('the platform’s store isn’t set up')
  const invoiced = await ensureInvoice(deps, platform, request)
  if (typeof invoiced === 'string') return wait(invoiced)

  // Trust only our own node about received money. The other node is the merchant's, who would gain from a false report.
  const received = await readReceived(platform, invoiced.invoiceId)
  const { paymentHash } = invoiced
  if (received === 'silent') return wait('couldn’t reach the platform’s node')
  if (received === 'not-found') return wait('the platform’s node no longer has its invoice')
  if (received === 'Paid') return { outcome: 'paid', paymentHash }
  // The invoice is ours, so once our node can no longer be paid, the merchant's node doesn't have to agree or respond.
  const { isPastHtlcs } = await getInvoiceAge(deps.db, paymentHash)
  if (received === 'Expired' && isPastHtlcs) return { outcome: 'impossible', paymentHash }
  if (!merchant) return wait('the merchant’s store isn’t set up')
  const { status } = await readPayment(merchant, paymentHash)
  if (status === 'paid') return wait('the merchant’s node says it paid, but the platform’s node received nothing')
  if (status === 'pending') return wait('the payment from the merchant’s node is pending')
  if (status === 'silent') return wait('the merchant’s node doesn’t say whether it paid')
  // Neither node knows of a payment, and this invoice can no longer be paid.
  if (received === 'Expired') return { outcome: 'impossible', paymentHash }
  await deps.reached('loop-out-paying')
  const paid = await merchant.client.lightning.pay(merchant.store.storeId, { BOLT11: invoiced.bolt11, maxFeePercent })
  await deps.reached('loop-out-paid')
  if (paid.kind !== 'ok') return wait(`the merchant’s node didn’t pay: ${paid.message}`)
  const isHere = (await readReceived(platform, invoiced.invoiceId)) === 'Paid'
  return isHere ? { outcome: 'paid', paymentHash } : wait(null)
}

/** An invoice whose response was lost is never paid. The one that is saved first counts. */
const ensureInvoice = async (deps: Deps, platform: Party, request: LoopOut): Promise<Invoiced | string> => {
  if (!isInvoiced(request)) {
    const created = await platform.client.lightning.createInvoice(platform.store.storeId, {
      amount: satsToMsats(request.amountSats).toString(),
      description: `Loop-out ${request.id}`,
      expiry: expirySeconds,
    })
    if (created.kind !== 'ok') return `the platform’s node couldn’t create an invoice: ${created.message}`
    await deps.reached('loop-out-invoice-made')
    const { id: invoiceId, BOLT11: bolt11, paymentHash } = created.value
    const invoice = { invoiceId, bolt11, paymentHash, expirySeconds }
    await inTransaction(deps.db, (tx) => saveInvoiceOnce(tx, request.id, invoice))
    await deps.reached('loop-out-invoice-saved')
  }
  const current = await findLoopOut(deps.db, request.id)
  return current && isInvoiced(current) ? current : 'the request has changed in the meantime'
}

const isInvoiced = (request: LoopOut): request is Invoiced =>
  request.invoiceId !== null && request.bolt11 !== null && request.paymentHash !== null

/** A store and the client for its node. */
export type Party = { store: ReadyStore; client: BtcpayClient }

export const openParty = async (deps: Deps, merchantId: number | null): Promise<Party | undefined> => {
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) return undefined
  // The shared node belongs to the server, so a store's own key may not use it.
  const client =
    merchantId === null
      ? deps.engines.platform
      : deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return { store, client }
}

/** Reads the invoice from the node that is paid. */
export const readReceived = async ({ client, store }: Party, invoiceId: string) => {
  const found = await client.lightning.getInvoice(store.storeId, invoiceId)
  if (found.kind === 'ok') return found.value.status
  return isRefused(found, 'invoice-not-found') ? 'not-found' : 'silent'
}

type Payment = { status: 'paid' | 'not-paid' | 'pending' | 'silent'; preimage?: string | undefined }

/** Reads a payment from the paying node. Only a clear response counts as not paid. */
export const readPayment = async ({ client, store }: Party, paymentHash: string): Promise<Payment> => {
  const found = await client.lightning.getPayment(store.storeId, paymentHash)
  if (isRefused(found, 'payment-not-found')) return { status: 'not-paid' }
  if (found.kind !== 'ok') return { status: 'silent' }
  const { status, preimage } = found.value
  if (status === 'Complete') return { status: 'paid', preimage: preimage ?? undefined }
  if (status === 'Failed') return { status: 'not-paid' }
  return { status: status === 'Pending' ? 'pending' : 'silent' }
}
