import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BtcpayClient, missingPaymentMethods, type Outcome, unwrap } from '@bitquay/btcpay'
import type { Invoice as EngineInvoice } from '@bitquay/btcpay/wire/invoices'
import type { Deps } from '../deps.ts'
import {
  beginInvoice,
  failInvoice,
  findInvoiceByOrder,
  type InvoiceRow,
  isOrderThere,
  leaseInvoice,
  saveCreated,
} from '../modules/invoices/create.ts'
import { saveSnapshot } from '../modules/invoices/save-snapshot.ts'
import { findStore, openStore, type ReadyStore } from '../modules/stores/store.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { dollarsOf } from './dollars-of.ts'
import { mailInvoice, wantsMail } from './mail-invoice.ts'
import { toReading } from './read-invoice.ts'
import { tellOfInvoice } from './save-invoice.ts'

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
  /** Asked in the transaction that writes the invoice down; what it throws prevents a new one. One that is there already stays. */
  admit?: ((tx: Tx, isThere: () => Promise<boolean>) => Promise<void>) | undefined
}

const pollMs = 250
const polls = 160

/**
 * Makes an invoice. BTCPay knows no idempotency, so our row comes first and its order id is in the engine's invoice: a
 * lost answer, a crash or a second request with the same key finds what is there instead of making another.
 */
export const createInvoice = async (deps: Deps, order: InvoiceOrder): Promise<InvoiceRow> => {
  const store = openStore(await findStore(deps.db, order.merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  const { row, isNew } = await begin(deps, order)
  if (isNew) return make(deps, store, row, order, { mayBeThere: false })
  for (let poll = 0; poll < polls; poll++) {
    const current = await findInvoiceByOrder(deps.db, row.orderId)
    if (current.status === 'failed') throw new ApiError('engine-refused', { message: current.failure ?? undefined })
    if (current.status !== 'creating') return current
    if (await leaseInvoice(deps.db, current.id)) return make(deps, store, current, order, { mayBeThere: true })
    await sleep(pollMs)
  }
  throw new ApiError('engine-unavailable')
}

const begin = (deps: Deps, order: InvoiceOrder) => {
  const { idempotencyKey, createdBy: _, admit, ...input } = order
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  const orderId =
    idempotencyKey === undefined ? randomUUID() : digest(`${order.merchantId}:${idempotencyKey}`).slice(0, 32)
  return inTransaction(deps.db, async (tx) => {
    await admit?.(tx, () => isOrderThere(tx, orderId))
    return beginInvoice(tx, { ...order, orderId, inputHash: digest(JSON.stringify(input)) })
  })
}

const make = async (
  deps: Deps,
  store: ReadyStore,
  row: InvoiceRow,
  order: InvoiceOrder,
  { mayBeThere }: { mayBeThere: boolean },
): Promise<InvoiceRow> => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const made = await askEngine(client, store, row.orderId, order, mayBeThere)
  if (made.kind === 'refused') {
    await failInvoice(deps.db, row.id, made.message)
    throw new ApiError('engine-refused', { message: made.message })
  }
  // What we do not know stays "creating": the next request with this key looks it up. Nobody ever saw its link.
  if (made.kind !== 'ok') throw new ApiError('engine-unavailable', { cause: made })
  return saveMade(deps, store, row, made.value)
}

const methodsOf = (store: ReadyStore) => (store.lightning === 'none' ? ['BTC-CHAIN'] : ['BTC-CHAIN', 'BTC-LN'])

/** Takes over what the engine has made. Found late, it was told to nobody as made, and its customer gets no letter. */
export const saveMade = async (
  deps: Deps,
  store: ReadyStore,
  row: InvoiceRow,
  made: EngineInvoice,
  { isLate = false } = {},
): Promise<InvoiceRow> => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const methods = unwrap(await client.invoices.paymentMethods(store.storeId, made.id, { onlyAccountedPayments: false }))
  return save(deps, row, made, toReading(made, methods), {
    missing: missingPaymentMethods(methodsOf(store), made),
    rate: methods[0]?.rate,
    isLate,
  })
}

const askEngine = async (
  client: BtcpayClient,
  store: ReadyStore,
  orderId: string,
  order: InvoiceOrder,
  mayBeThere: boolean,
): Promise<Outcome<EngineInvoice>> => {
  if (mayBeThere) {
    const found = await client.invoices.list(store.storeId, { orderIds: [orderId], take: 1 })
    if (found.kind !== 'ok') return found
    const [existing] = found.value
    if (existing) return { ...found, value: existing }
  }
  return client.invoices.create(store.storeId, {
    amount: order.amount,
    currency: order.currency,
    metadata: {
      orderId,
      ...(order.description === undefined ? {} : { itemDesc: order.description }),
      ...(order.customerEmail === undefined ? {} : { buyerEmail: order.customerEmail }),
    },
    checkout: { paymentMethods: methodsOf(store) },
  })
}

const save = (
  deps: Deps,
  row: InvoiceRow,
  engineInvoice: EngineInvoice,
  reading: ReturnType<typeof toReading>,
  told: { missing: readonly string[]; rate: string | undefined; isLate: boolean },
) =>
  inTransaction(deps.db, async (tx) => {
    const dollars = await dollarsOf(
      tx,
      engineInvoice.currency,
      engineInvoice.amount,
      told.rate,
      reading.snapshot.amountSats,
    )
    const [made] = await saveCreated(tx, row.id, {
      invoiceId: engineInvoice.id,
      amountSats: reading.snapshot.amountSats,
      ...dollars,
      missingMethods: [...told.missing],
      checkoutLink: `${deps.config.publicUrl}/i/${engineInvoice.id}`,
    })
    const { entered } = await saveSnapshot(tx, row.merchantId, reading.snapshot)
    const saved = await findInvoiceByOrder(tx, row.orderId)
    const tell = (what: Parameters<typeof tellOfInvoice>[3]) => tellOfInvoice(tx, deps.config.publicUrl, saved, what)
    if (made?.numUpdatedRows === 1n) {
      await tell('created')
      if (saved.status === 'new' && wantsMail(saved) && !told.isLate)
        await mailInvoice(tx, deps.config.publicUrl, saved)
    }
    // A lost answer may be found again only after the invoice was paid.
    if (entered !== undefined && entered !== 'new') await tell(entered)
    await noteChange(tx, `merchant:${row.merchantId}`, 'invoices')
    return saved
  })
