import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { missingPaymentMethods, type Outcome, type Refused, unwrap } from '@bitquay/btcpay'
import type { Invoice as EngineInvoice } from '@bitquay/btcpay/wire/invoices'
import type { Deps } from '../deps.ts'
import { announce, newEvent } from '../facts/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { JoinedAnswer } from '../platform/http/answer-once.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { dollarsOf, findCurrency, readCurrencies } from '../prices/index.ts'
import { findStore, markLightningDue, openStore, type ReadyStore } from '../stores/index.ts'
import { type CheckedOrder, invalidOption, requireMethods, requirePossible } from './check-options.ts'
import { createDueInvoice, requireDatable } from './create-due-invoice.ts'
import { notifyInvoice, wantsEmail } from './email-invoice.ts'
import { engineMethodsOf, findByOrder, toEngineRequest } from './engine-invoice.ts'
import { invoiceOverpaid } from './facts.ts'
import type { InvoiceOrder } from './invoice-order.ts'
import { optionsOf } from './options.ts'
import { presentInvoice } from './present-invoice.ts'
import { isPlausibleOffer } from './refuse-implausible.ts'
import { announceStatus, toReading } from './sync-invoice.ts'
import { holdLease, releaseLease, takeLease } from './table.leases.ts'
import { applySnapshot, saveCreatedInvoice } from './table.snapshots.ts'
import { beginInvoice, failInvoice, findInvoiceByOrder, type InvoiceRow, isOrderThere, saveRefusal } from './table.ts'

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
  await requireIssuable(deps, order)
  const orderId = orderIdOf(order)
  if (order.dueDate !== undefined) {
    requireDatable(order)
    return createDueInvoice(deps, order, order.dueDate, { orderId, ...recordOf(order) })
  }
  const begun = await begin(deps, order, orderId)
  const store = openStore(begun?.store, deps.sealer)
  if (!begun || !store) throw new ApiError('not-configured')
  const { row, isNew } = begun
  const createWith = (request: typeof createInEngine) =>
    holdLease(deps.db, 'invoices', row.id, async () =>
      finish(deps, store, row, await request(deps, store, orderId, order), order),
    )
  if (isNew) return createWith(createInEngine)
  for (let poll = 0; poll < polls; poll++) {
    const current = await findInvoiceByOrder(deps.db, row.orderId)
    if (current.status === 'failed') throw new ApiError('engine-refused', { message: current.failure ?? undefined })
    if (current.status !== 'creating') return current
    if (await takeLease(deps.db, 'invoices', current.id)) return createWith(findOrCreateInEngine)
    await sleep(pollMs)
  }
  throw new ApiError('engine-unavailable')
}

/** Refuses what can't be priced, booked or paid, by name. */
export const requireIssuable = async (
  deps: Deps,
  order: CheckedOrder & { amount: string | null; merchantId: number },
) => {
  const digits = await requireQuoted(deps, order.currency)
  requireBookable(order, digits)
  requirePossible(order)
  if (order.options?.paymentMethods ?? order.options?.methodLimits) {
    requireMethods(order, await findStore(deps.db, order.merchantId))
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

const orderIdOf = ({ merchantId, idempotencyKey }: InvoiceOrder) =>
  idempotencyKey === undefined ? randomUUID() : digest(`${merchantId}:${idempotencyKey}`).slice(0, 32)

const begin = async (deps: Deps, order: InvoiceOrder, orderId: string) => {
  const { admit } = order
  const invoice = { ...order, orderId, ...recordOf(order) }
  if (!admit) return beginInvoice(deps.db, invoice)
  if ((await findStore(deps.db, order.merchantId))?.status !== 'ready') throw new ApiError('not-configured')
  return inTransaction(deps.db, async (tx) => {
    await admit(tx, () => isOrderThere(tx, orderId))
    return beginInvoice(tx, invoice)
  })
}

/** What is saved of an order beside its fields: a repeated request must have the same input. */
const recordOf = (order: InvoiceOrder) => {
  const { idempotencyKey: _key, createdBy: _by, admit: _admit, joinAnswer: _join, ...input } = order
  return { metadata: metadataOf(order), inputHash: digest(JSON.stringify(input)) }
}

/** BTCPay keeps the shop's order ID in the metadata, and so do we. */
const metadataOf = ({ metadata, options }: InvoiceOrder) =>
  options?.orderId === undefined ? metadata : { ...metadata, orderId: options.orderId }

const finish = async (
  deps: Deps,
  store: IssuingStore,
  row: InvoiceRow,
  created: Outcome<EngineInvoice>,
  { joinAnswer }: InvoiceOrder,
) => {
  if (created.kind === 'refused') {
    const refusal = explainRefusal(created)
    await saveRefusal(deps.db, row.id, describeRefusal(created))
    // The price will come back, so the same Idempotency-Key may be tried again.
    if (refusal.code === 'price-unavailable') await releaseLease(deps.db, 'invoices', row.id)
    else await failInvoice(deps.db, row.id, refusal.message)
    throw refusal
  }
  // An unknown outcome stays "creating", and the next request with this key looks it up. Nobody has seen its link yet.
  if (created.kind === 'unreachable') await releaseLease(deps.db, 'invoices', row.id)
  if (created.kind !== 'ok') throw new ApiError('engine-unavailable', { cause: created })
  return saveEngineInvoice(deps, store, row, created.value, { joinAnswer })
}

const describeRefusal = ({ status, code, message }: Refused) => `${status} ${code ?? ''} ${message}`

/** Saves the invoice that the engine created. If we find it late, its customer gets no email. */
export const saveEngineInvoice = async (
  deps: Deps,
  store: IssuingStore,
  row: InvoiceRow,
  created: EngineInvoice,
  { isLate = false, joinAnswer }: { isLate?: boolean } & Pick<InvoiceOrder, 'joinAnswer'> = {},
): Promise<InvoiceRow> => {
  const methods = await readMethods(deps, store, created)
  const reading = toReading(created, methods)
  const { amountSats } = reading.snapshot
  const offer = { currency: row.currency, price: row.priceAmount, amountSats, rate: methods[0]?.rate }
  if (!(await isPlausibleOffer(deps, store, offer))) {
    await failInvoice(deps.db, row.id, wrongPrice)
    throw refusedBecause(wrongPrice)
  }
  const order = { amount: row.priceAmount, currency: row.currency, options: optionsOf(row) }
  const missing = missingPaymentMethods(engineMethodsOf(order, store), created)
  if (missing.includes('BTC-LN')) await requestLightningCheck(deps, store)
  return save(deps, store, row, created, reading, {
    missing,
    rate: methods[0]?.rate,
    isLate,
    joinAnswer,
  })
}

export const wrongPrice =
  'The payment server’s price is far from the current one. Nothing was created. Contact support if it happens again.'

/** The node may be gone, so check it before the next invoice. */
export const requestLightningCheck = async (deps: Deps, store: IssuingStore) => {
  await markLightningDue(deps.db, store.id)
  deps.wake('check-lightning')
}

/**
 * The response to a create call never has the payment methods. A list includes them on request, unless BTCPay is too
 * old.
 */
export const readMethods = async (deps: Deps, store: IssuingStore, { id, paymentMethods }: EngineInvoice) => {
  if (paymentMethods && paymentMethods.length > 0) return paymentMethods
  return unwrap(
    await clientOf(deps, store).invoices.paymentMethods(store.storeId, id, { onlyAccountedPayments: false }),
  )
}

export const clientOf = (deps: Deps, { serverUrl, openedKey }: IssuingStore) =>
  deps.engines.at({ serverUrl, apiKey: openedKey })

/** Looks for an invoice that the engine may have created already, before creating it. */
const findOrCreateInEngine = async (
  deps: Deps,
  store: IssuingStore,
  orderId: string,
  order: InvoiceOrder,
): Promise<Outcome<EngineInvoice>> => {
  const found = await findByOrder(clientOf(deps, store), store.storeId, { orderId, metadata: metadataOf(order) })
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
  clientOf(deps, store).invoices.create(store.storeId, toEngineRequest(order, store, orderId))

const save = async (
  deps: Deps,
  store: IssuingStore,
  row: InvoiceRow,
  engineInvoice: EngineInvoice,
  { snapshot }: ReturnType<typeof toReading>,
  details: { missing: readonly string[]; rate: string | undefined; isLate: boolean } & Pick<InvoiceOrder, 'joinAnswer'>,
): Promise<InvoiceRow> => {
  const { publicUrl } = deps.config
  const { currency, amount } = engineInvoice
  const dollars = await dollarsOf(deps.db, currency, amount, details.rate, snapshot.amountSats)
  const amountUsd = snapshot.amountSats === undefined ? undefined : dollars.amountUsd
  const created = applySnapshot(
    row,
    {
      ...dollars,
      amountUsd,
      missingMethods: [...details.missing],
      checkoutLink: `${publicUrl}/i/${snapshot.invoiceId}`,
    },
    snapshot,
  )
  const saveCreated = (db: Db | Tx, answer?: JoinedAnswer) => {
    const event = newEvent('invoice.created', presentInvoice(created, publicUrl))
    return saveCreatedInvoice(db, created, snapshot, store, event, answer)
  }
  const isMailed = snapshot.status === 'new' && wantsEmail(created) && !details.isLate
  // The database decides what counts as paid, so only an answer about an unpaid invoice is known before.
  const isUnpaid = snapshot.paymentKeys.length === 0 && snapshot.paidSats === 0n
  // After a lost response, the invoice may be found only after it was paid.
  const entered = snapshot.status === 'new' ? undefined : snapshot.status
  const saved =
    isMailed || entered
      ? await inTransaction(deps.db, async (tx) => {
          const written = await saveCreated(tx)
          // An invoice that can't be emailed now is still valid: the merchant can share the link.
          const isSent = written && isMailed && (await notifyInvoice(tx, deps.config, written)) === undefined
          if (written && entered) {
            const about = { row: written, publicUrl }
            await announceStatus(tx, about, entered)
            if (written.state === 'overpaid') await announce(tx, invoiceOverpaid, about)
          }
          return written && isSent ? { ...written, mailedAt: tx.now } : written
        })
      : await saveCreated(deps.db, isUnpaid ? details.joinAnswer?.(created) : undefined)
  return saved ?? findInvoiceByOrder(deps.db, row.orderId)
}

/** Digits before the decimal point that can also be booked in dollars, at up to a million dollars per bitcoin. */
const mostDigits: Record<string, number> = { BTC: 4, SATS: 12, USD: 9, JPY: 11 }
const mostDigitsElse = 9
/** Of the rate of a currency like the dollar. A currency whose rate has more digits may have amounts with more. */
const usualRateDigits = 6

/**
 * Requires a currency for which there is a rate, and returns how many digits an amount may have. The list is read first
 * if it is old, so that a new server needs no wait.
 */
const requireQuoted = async (deps: Deps, currency: string): Promise<number> => {
  const known = mostDigits[currency]
  if (known !== undefined) return known
  const find = () => findCurrency(deps.db, currency)
  let found = await find()
  if (!found) {
    await readCurrencies(deps)
    found = await find()
  }
  if (!found) throw invalidOption('currency', `There’s no rate for ${currency}`)
  const rateDigits = found.rate?.split('.')[0]?.length ?? usualRateDigits
  return mostDigitsElse + Math.max(0, rateDigits - usualRateDigits)
}

/** Refuses amounts that are too large for our books, before anything is created. */
export const requireBookable = ({ amount }: { amount: string | null }, most: number) => {
  if (amount === null) return
  const digits = (amount.split('.')[0] ?? '').replace(/^0+/, '').length
  if (digits <= most) return
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
