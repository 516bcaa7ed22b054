import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { missingPaymentMethods, type Outcome, type Refused, unwrap } from '@bitquay/btcpay'
import type { Invoice as EngineInvoice } from '@bitquay/btcpay/wire/invoices'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { dollarsOf } from '../prices/index.ts'
import { findStore, markLightningDue, offersLightning, openStore, type ReadyStore } from '../stores/index.ts'
import { newEvent } from '../webhooks/index.ts'
import { notifyInvoice, wantsEmail } from './email-invoice.ts'
import { presentInvoice } from './present-invoice.ts'
import { publishInvoice, toReading } from './sync-invoice.ts'
import { applySnapshot, saveCreatedInvoice } from './table.snapshots.ts'
import {
  beginInvoice,
  failInvoice,
  findInvoiceByOrder,
  holdInvoice,
  type InvoiceRow,
  isOrderThere,
  leaseInvoice,
  releaseInvoice,
  saveRefusal,
} from './table.ts'

export type InvoiceOrder = {
  merchantId: number
  amount: string
  currency: string
  description: string | undefined
  customerEmail: string | undefined
  customerName?: string | undefined
  metadata?: Record<string, unknown> | undefined
  redirectUrl?: string | undefined
  paymentLinkId?: number | undefined
  createdBy: string
  idempotencyKey: string | undefined
  /** Runs in the transaction that saves the invoice. If it throws, no new invoice is created. An existing one stays. */
  admit?: ((tx: Tx, isThere: () => Promise<boolean>) => Promise<void>) | undefined
}

/** The fields of a store that are needed to create invoices in it. */
type IssuingStore = Pick<ReadyStore, 'id' | 'serverUrl' | 'storeId' | 'openedKey' | 'lightning' | 'lightningAvailable'>

const pollMs = 250
const polls = 160

/**
 * Creates an invoice. BTCPay has no idempotency, so we save our row first and put its order id into BTCPay's invoice.
 * After a lost response, a crash or a second request with the same key, we find the existing invoice instead of
 * creating another.
 */
export const createInvoice = async (deps: Deps, order: InvoiceOrder): Promise<InvoiceRow> => {
  requireBookable(order)
  const orderId = orderIdOf(order)
  const begun = await begin(deps, order, orderId)
  const store = openStore(begun?.store, deps.sealer)
  if (!begun || !store) throw new ApiError('not-configured')
  const { row, isNew } = begun
  const createWith = (request: typeof createInEngine) =>
    holdInvoice(deps.db, row.id, async () => finish(deps, store, row, await request(deps, store, orderId, order)))
  if (isNew) return createWith(createInEngine)
  for (let poll = 0; poll < polls; poll++) {
    const current = await findInvoiceByOrder(deps.db, row.orderId)
    if (current.status === 'failed') throw new ApiError('engine-refused', { message: current.failure ?? undefined })
    if (current.status !== 'creating') return current
    if (await leaseInvoice(deps.db, current.id)) return createWith(findOrCreateInEngine)
    await sleep(pollMs)
  }
  throw new ApiError('engine-unavailable')
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const orderIdOf = ({ merchantId, idempotencyKey }: InvoiceOrder) =>
  idempotencyKey === undefined ? randomUUID() : digest(`${merchantId}:${idempotencyKey}`).slice(0, 32)

const begin = async (deps: Deps, order: InvoiceOrder, orderId: string) => {
  const { idempotencyKey: _key, createdBy: _by, admit, ...input } = order
  const invoice = { ...order, orderId, inputHash: digest(JSON.stringify(input)) }
  if (!admit) return beginInvoice(deps.db, invoice)
  if ((await findStore(deps.db, order.merchantId))?.status !== 'ready') throw new ApiError('not-configured')
  return inTransaction(deps.db, async (tx) => {
    await admit(tx, () => isOrderThere(tx, orderId))
    return beginInvoice(tx, invoice)
  })
}

const finish = async (deps: Deps, store: IssuingStore, row: InvoiceRow, created: Outcome<EngineInvoice>) => {
  if (created.kind === 'refused') {
    const refusal = explainRefusal(created)
    await saveRefusal(deps.db, row.id, describeRefusal(created))
    // The price will come back, so the same Idempotency-Key may be tried again.
    if (refusal.code === 'price-unavailable') await releaseInvoice(deps.db, row.id)
    else await failInvoice(deps.db, row.id, refusal.message)
    throw refusal
  }
  // An unknown outcome stays "creating", and the next request with this key looks it up. Nobody has seen its link yet.
  if (created.kind === 'unreachable') await releaseInvoice(deps.db, row.id)
  if (created.kind !== 'ok') throw new ApiError('engine-unavailable', { cause: created })
  return saveEngineInvoice(deps, store, row, created.value)
}

const describeRefusal = ({ status, code, message }: Refused) => `${status} ${code ?? ''} ${message}`

const methodsOf = (store: IssuingStore) => (offersLightning(store) ? ['BTC-CHAIN', 'BTC-LN'] : ['BTC-CHAIN'])

/** Saves the invoice that the engine created. If we find it late, its customer gets no email. */
export const saveEngineInvoice = async (
  deps: Deps,
  store: IssuingStore,
  row: InvoiceRow,
  created: EngineInvoice,
  { isLate = false } = {},
): Promise<InvoiceRow> => {
  const methods = await readMethods(deps, store, created)
  const missing = missingPaymentMethods(methodsOf(store), created)
  if (missing.includes('BTC-LN')) await requestLightningCheck(deps, store)
  return save(deps, store, row, created, toReading(created, methods), {
    missing,
    rate: methods[0]?.rate,
    isLate,
  })
}

/** The node may be gone, so check it before the next invoice. */
const requestLightningCheck = async (deps: Deps, store: IssuingStore) => {
  await markLightningDue(deps.db, store.id)
  deps.wake('check-lightning')
}

/**
 * The response to a create call never has the payment methods. A list includes them on request, unless BTCPay is too
 * old.
 */
const readMethods = async (deps: Deps, store: IssuingStore, { id, paymentMethods }: EngineInvoice) => {
  if (paymentMethods && paymentMethods.length > 0) return paymentMethods
  return unwrap(
    await clientOf(deps, store).invoices.paymentMethods(store.storeId, id, { onlyAccountedPayments: false }),
  )
}

const clientOf = (deps: Deps, { serverUrl, openedKey }: IssuingStore) =>
  deps.engines.at({ serverUrl, apiKey: openedKey })

/** Looks for an invoice that the engine may have created already, before creating it. */
const findOrCreateInEngine = async (
  deps: Deps,
  store: IssuingStore,
  orderId: string,
  order: InvoiceOrder,
): Promise<Outcome<EngineInvoice>> => {
  const query = { orderIds: [orderId], take: 1, includePaymentMethods: true } as const
  const found = await clientOf(deps, store).invoices.list(store.storeId, query)
  if (found.kind !== 'ok') return found
  const [existing] = found.value
  return existing ? { ...found, value: existing } : createInEngine(deps, store, orderId, order)
}

const createInEngine = (
  deps: Deps,
  store: IssuingStore,
  orderId: string,
  order: InvoiceOrder,
): Promise<Outcome<EngineInvoice>> =>
  clientOf(deps, store).invoices.create(store.storeId, {
    amount: order.amount,
    currency: order.currency,
    metadata: {
      orderId,
      ...(order.description === undefined ? {} : { itemDesc: order.description }),
      ...(order.customerEmail === undefined ? {} : { buyerEmail: order.customerEmail }),
    },
    checkout: { paymentMethods: methodsOf(store) },
  })

const save = async (
  deps: Deps,
  store: IssuingStore,
  row: InvoiceRow,
  engineInvoice: EngineInvoice,
  { snapshot }: ReturnType<typeof toReading>,
  details: { missing: readonly string[]; rate: string | undefined; isLate: boolean },
): Promise<InvoiceRow> => {
  const { publicUrl } = deps.config
  const { currency, amount } = engineInvoice
  const dollars = await dollarsOf(deps.db, currency, amount, details.rate, snapshot.amountSats)
  const created = applySnapshot(
    row,
    { ...dollars, missingMethods: [...details.missing], checkoutLink: `${publicUrl}/i/${snapshot.invoiceId}` },
    snapshot,
  )
  const saveCreated = (db: Db | Tx) =>
    saveCreatedInvoice(db, created, snapshot, store, newEvent('invoice.created', presentInvoice(created, publicUrl)))
  const isMailed = snapshot.status === 'new' && wantsEmail(created) && !details.isLate
  // After a lost response, the invoice may be found only after it was paid.
  const entered = snapshot.status === 'new' ? undefined : snapshot.status
  const saved =
    isMailed || entered
      ? await inTransaction(deps.db, async (tx) => {
          const written = await saveCreated(tx)
          // An invoice that can't be emailed now is still valid: the merchant can share the link.
          const isSent = written && isMailed && (await notifyInvoice(tx, deps.config, written)) === undefined
          if (written && entered) await publishInvoice(tx, publicUrl, written, entered)
          return written && isSent ? { ...written, mailedAt: tx.now } : written
        })
      : await saveCreated(deps.db)
  return saved ?? findInvoiceByOrder(deps.db, row.orderId)
}

/** Digits before the decimal point that can also be booked in dollars, at up to a million dollars per bitcoin. */
const mostDigits: Record<string, number> = { BTC: 4, JPY: 11 }
const mostDigitsElse = 9

/** Refuses amounts that are too large for our books, before anything is created. */
export const requireBookable = ({ amount, currency }: { amount: string; currency: string }) => {
  const digits = (amount.split('.')[0] ?? '').replace(/^0+/, '').length
  if (digits <= (mostDigits[currency] ?? mostDigitsElse)) return
  const message = 'This amount is too large for one invoice. Nothing was created. Enter a smaller amount.'
  throw new ApiError('invalid-request', { message, fields: [{ path: 'amount', message }] })
}

/** BTCPay's messages are internal logs with host names. Merchants and customers see only the messages listed here. */
const known: readonly { says: RegExp; error: () => ApiError }[] = [
  {
    says: /RateUnavailable|Rate rule error|Exception reaching exchange|ERR_RATE/i,
    error: () => new ApiError('price-unavailable'),
  },
  {
    says: /below the dust threshold/i,
    error: () =>
      refusedBecause('This amount is too small to be paid on-chain. Nothing was created. Enter a larger amount.'),
  },
  {
    says: /no wallet has been linked|enable a payment method/i,
    error: () => new ApiError('not-configured'),
  },
]

const refusedBecause = (message: string) => new ApiError('engine-refused', { message })

/** Returns the error that people see when BTCPay refused to create an invoice. */
export const explainRefusal = ({ message }: Pick<Refused, 'message'>): ApiError =>
  known.find(({ says }) => says.test(message))?.error() ??
  refusedBecause('The payment server rejected this invoice. Nothing was created. Contact support if it happens again.')
