import { type BtcpayClient, isRefused, satsToMsats } from '@bitquay/btcpay'
import type { Deps } from '../../deps.ts'
import { noteLoopOutProblem, saveInvoiceOnce } from '../../modules/loop-out/progress.ts'
import { findLoopOut, type LoopOut } from '../../modules/loop-out/request.ts'
import { findStore, openStore, type ReadyStore } from '../../modules/stores/store.ts'

/** Long enough for several attempts, short enough not to hold the platform's coins for nothing. */
const expirySeconds = 900
const maxFeePercent = '1'
const againSeconds = 5

type Invoiced = LoopOut & { invoiceId: string; bolt11: string; paymentHash: string }

/**
 * Brings the Lightning money of a merchant's own node to the platform. The invoice is saved before it is paid and is the
 * only one ever paid for this execution: an answer that did not come is looked up by its hash. Answers whether the money is
 * here, will never come, or nobody knows yet.
 */
export const payFirstLeg = async (deps: Deps, request: LoopOut): Promise<'paid' | 'impossible' | 'open'> => {
  const wait = async (problem: string | null) => {
    await noteLoopOutProblem(deps.db, request.id, problem, againSeconds)
    return 'open' as const
  }
  const [merchant, platform] = [await open(deps, request.merchantId), await open(deps, null)]
  if (!merchant || !platform) return wait('a store is not set up')
  const invoiced = await ensureInvoice(deps, platform, request)
  if (typeof invoiced === 'string') return wait(invoiced)

  // Only our own node's word says that money has come. The other node is the merchant's, who gains by saying so.
  const received = await readReceived(platform, invoiced.invoiceId)
  if (received === undefined) return wait('the platform’s node cannot be read')
  if (received === 'Paid') return 'paid'
  const known = await lookUp(merchant, invoiced.paymentHash)
  if (known === 'paid') return wait('the merchant’s node says that it has paid, and nothing has come to the platform’s')
  if (known === 'unknown') return wait('the payment from the merchant’s node is under way')
  // Neither node knows of a payment, and this invoice can no longer be paid.
  if (received === 'Expired') return 'impossible'
  await deps.reached('loop-out-paying')
  const paid = await merchant.client.lightning.pay(merchant.store.storeId, { BOLT11: invoiced.bolt11, maxFeePercent })
  await deps.reached('loop-out-paid')
  if (paid.kind !== 'ok') return wait(`the merchant’s node did not pay: ${paid.message}`)
  return (await readReceived(platform, invoiced.invoiceId)) === 'Paid' ? 'paid' : wait(null)
}

type Party = { store: ReadyStore; client: BtcpayClient }

const open = async (deps: Deps, merchantId: number | null): Promise<Party | undefined> => {
  const store = openStore(await findStore(deps.db, merchantId), deps.sealer)
  if (!store) return undefined
  // The shared node is the server's: a store's own key may not use it.
  const client =
    merchantId === null
      ? deps.engines.platform
      : deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return { store, client }
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
    await saveInvoiceOnce(deps.db, request.id, { invoiceId, bolt11, paymentHash })
    await deps.reached('loop-out-invoice-saved')
  }
  const current = await findLoopOut(deps.db, request.id)
  return current && isInvoiced(current) ? current : 'the request has moved on meanwhile'
}

const isInvoiced = (request: LoopOut): request is Invoiced =>
  request.invoiceId !== null && request.bolt11 !== null && request.paymentHash !== null

const readReceived = async ({ client, store }: Party, invoiceId: string) => {
  const asked = await client.lightning.getInvoice(store.storeId, invoiceId)
  return asked.kind === 'ok' ? asked.value.status : undefined
}

/** What the paying node says of a payment. Only a clear word counts as not paid. */
const lookUp = async ({ client, store }: Party, paymentHash: string): Promise<'paid' | 'not-paid' | 'unknown'> => {
  const found = await client.lightning.getPayment(store.storeId, paymentHash)
  if (isRefused(found, 'payment-not-found')) return 'not-paid'
  if (found.kind !== 'ok') return 'unknown'
  if (found.value.status === 'Complete') return 'paid'
  return found.value.status === 'Failed' ? 'not-paid' : 'unknown'
}
