import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { missingPaymentMethods, type Outcome } from '@bitquay/btcpay'
import type { Invoice as EngineInvoice } from '@bitquay/btcpay/wire/invoices'
import { decimalsOf } from '@bitquay/contract/money'
import { takeAttempt } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { getMerchant } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { dollarsOf } from '../prices/index.ts'
import { findStore, openStore, type ReadyStore } from '../stores/index.ts'
import { fromFine, roundUpTo, toFine } from './compute-due.ts'
import { clientOf, explainRefusal, readMethods, requestLightningCheck, wrongPrice } from './create-invoice.ts'
import { engineMethodsOf, findByOrder, speedPolicies, toEngineRequest } from './engine-invoice.ts'
import { invoicesChanged } from './facts.ts'
import { limits } from './limits.ts'
import { optionsOf } from './options.ts'
import { isEngineInvoiceKnown } from './queries.ts'
import { computeFigures, findLiveAttempt, refreshDueInvoice } from './refresh-due-invoices.ts'
import { isPlausibleOffer } from './refuse-implausible.ts'
import { toReading } from './sync-invoice.ts'
import {
  type AttemptRow,
  beginAttempt,
  failAttempt,
  findCreating,
  getAttempt,
  readCounted,
  saveCreatedAttempt,
} from './table.attempts.ts'
import { hasLivePrice, lockInvoice } from './table.due.ts'
import { holdLease, takeLease } from './table.leases.ts'
import { findAnyInvoice, type InvoiceRow } from './table.ts'

const pollMs = 500
const polls = 20

/**
 * A customer opens an invoice with a due date. It gets an address and a Lightning invoice at the current rate, unless it
 * has some that can still be paid. However many open it at once, the engine creates one invoice. Any other invoice stays
 * as it is.
 */
export const openInvoice = async (deps: Deps, invoiceId: string, source: Source): Promise<void> => {
  const row = await findAnyInvoice(deps.db, invoiceId)
  if (!row) throw new ApiError('not-found')
  if (!canBePaid(row) || (await hasLivePrice(deps.db, row.id))) return
  const { isActive, closingSince } = await getMerchant(deps.db, row.merchantId)
  if (!isActive || closingSince !== null) throw new ApiError('store-closed')
  const store = openStore(await findStore(deps.db, row.merchantId), deps.sealer)
  if (!store) throw new ApiError('not-configured')
  const begun = await inTransaction(deps.db, (tx) => begin(tx, deps, store, row.id, source))
  if (!begun) return
  const { attempt, isNew } = begun
  // The merchant moved to another store while it was being created. The worker finishes it where it began.
  if (attempt.serverUrl !== store.serverUrl || attempt.storeId !== store.storeId)
    throw new ApiError('engine-unavailable')
  if (isNew) return createAttempt(deps, store, row, attempt, createInEngine)
  for (let poll = 0; poll < polls; poll++) {
    const current = await getAttempt(deps.db, attempt.id)
    if (current.status === 'failed') throw new ApiError('engine-refused', { message: current.failure ?? undefined })
    if (current.status !== 'creating') return
    if (await takeLease(deps.db, 'invoice_attempts', attempt.id))
      return createAttempt(deps, store, row, attempt, findOrCreateInEngine)
    await sleep(pollMs)
  }
  throw new ApiError('engine-unavailable')
}

const canBePaid = (row: InvoiceRow) => row.dueAt !== null && row.status === 'new' && row.closedAt === null

/** Finds the attempt that someone else is creating, or begins a new one. Undefined if none is needed. */
const begin = async (tx: Tx, deps: Deps, store: ReadyStore, id: number, source: Source) => {
  const row = await lockInvoice(tx, id)
  if (!canBePaid(row)) return undefined
  const creating = await findCreating(tx, id)
  if (creating) return { attempt: creating, isNew: false }
  const attempts = await readCounted(tx, id)
  const figures = computeFigures(row, attempts)
  const live = findLiveAttempt(row, figures, attempts)
  if (live?.serverUrl === store.serverUrl && live.storeId === store.storeId) return undefined
  // Only those who cause a call to the engine are counted. Everyone else just looks.
  const refusal = deps.config.rateLimits ? await takeAttempt(tx, limits.openingsFromSource(source.address)) : undefined
  if (refusal) throw refusal
  const attempt = await beginAttempt(tx, {
    merchantId: row.merchantId,
    invoiceRef: row.id,
    orderId: randomUUID(),
    serverUrl: store.serverUrl,
    storeId: store.storeId,
    price: fromFine(figures.rest),
  })
  return { attempt, isNew: true }
}

type Ask = (deps: Deps, store: ReadyStore, row: InvoiceRow, attempt: AttemptRow) => Promise<Outcome<EngineInvoice>>

const createAttempt = (deps: Deps, store: ReadyStore, row: InvoiceRow, attempt: AttemptRow, ask: Ask) =>
  holdLease(deps.db, 'invoice_attempts', attempt.id, async () =>
    finish(deps, store, row, attempt, await ask(deps, store, row, attempt)),
  )

const finish = async (
  deps: Deps,
  store: ReadyStore,
  row: InvoiceRow,
  attempt: AttemptRow,
  created: Outcome<EngineInvoice>,
) => {
  if (created.kind === 'ok') return saveEngineAttempt(deps, store, row, attempt, created.value)
  if (created.kind === 'refused') {
    const refusal = explainRefusal(created)
    await failAttempt(deps.db, attempt.id, refusal.message)
    throw refusal
  }
  // An unknown outcome stays "creating". The next request that opens the invoice looks it up.
  if (created.kind === 'unreachable') await failAttempt(deps.db, attempt.id, 'The payment server couldn’t be reached.')
  throw new ApiError('engine-unavailable', { cause: created })
}

const createInEngine: Ask = (deps, store, row, attempt) =>
  clientOf(deps, store).invoices.create(store.storeId, toEngineRequest(orderOf(row, attempt), store, attempt.orderId))

/** Looks for an invoice that the engine may have created already, before creating it. */
const findOrCreateInEngine: Ask = async (deps, store, row, attempt) => {
  const found = await findAttemptInEngine(deps, store, row, attempt)
  if (found.kind !== 'ok') return found
  const [existing] = found.value
  return existing ? { ...found, value: existing } : createInEngine(deps, store, row, attempt)
}

export const findAttemptInEngine = (deps: Deps, store: ReadyStore, { metadata }: InvoiceRow, { orderId }: AttemptRow) =>
  findByOrder(clientOf(deps, store), store.storeId, { orderId, metadata })

const orderOf = (row: InvoiceRow, attempt: AttemptRow) => ({
  amount: roundUpTo(toFine(attempt.price), decimalsOf(row.currency)),
  currency: row.currency,
  description: row.description ?? undefined,
  customerEmail: row.customerEmail ?? undefined,
  metadata: row.metadata as Record<string, unknown>,
  redirectUrl: row.redirectUrl ?? undefined,
  options: optionsOf(row),
})

/** Saves the invoice that the engine created for an attempt. */
export const saveEngineAttempt = async (
  deps: Deps,
  store: ReadyStore,
  row: InvoiceRow,
  attempt: AttemptRow,
  created: EngineInvoice,
) => {
  const methods = await readMethods(deps, store, created)
  const { snapshot } = toReading(created, methods)
  const { amountSats } = snapshot
  const isNamedBefore = await isEngineInvoiceKnown(deps, attempt, snapshot.invoiceId)
  if (amountSats === undefined || amountSats <= 0n || isNamedBefore) {
    await failAttempt(deps.db, attempt.id, 'The payment server offered no way to pay.')
    throw new ApiError('engine-refused')
  }
  const rate = methods[0]?.rate
  const { amount: price, currency } = orderOf(row, attempt)
  if (!(await isPlausibleOffer(deps, store, { currency, price, amountSats, rate }))) {
    await failAttempt(deps.db, attempt.id, wrongPrice)
    throw new ApiError('engine-refused', { message: wrongPrice })
  }
  const missingMethods = missingPaymentMethods(engineMethodsOf(orderOf(row, attempt), store), created)
  if (missingMethods.includes('BTC-LN')) await requestLightningCheck(deps, store)
  const { btcPrice } = await dollarsOf(deps.db, currency, created.amount, rate, amountSats)
  await inTransaction(deps.db, async (tx) => {
    const current = await lockInvoice(tx, row.id)
    const isSaved = await saveCreatedAttempt(
      tx,
      attempt,
      row.invoiceId ?? '',
      snapshot,
      {
        amountSats,
        btcPrice,
        confirmations: confirmationsOf(row, created),
        missingMethods: [...missingMethods],
      },
      store,
    )
    if (!isSaved) return
    await refreshDueInvoice(tx, deps.config.publicUrl, current)
    await announce(tx, invoicesChanged, row)
  })
}

/** The engine's own rule, which the store's settings may have chosen. */
const confirmationsOf = (row: InvoiceRow, { checkout }: EngineInvoice): number => {
  const policy = checkout.speedPolicy
  const stated = ([1, 2, 6] as const).find((count) => speedPolicies[count] === policy)
  return optionsOf(row).confirmations ?? stated ?? 1
}
