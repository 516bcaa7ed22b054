import { fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { announce } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { roundToCents } from '../prices/index.ts'
import { computeDue, type DueFigures, fromFine, restInSats, standingValueOf, toFine } from './compute-due.ts'
import { invoicesChanged } from './facts.ts'
import { optionsOf } from './options.ts'
import { announceState } from './sync-invoice.ts'
import { type CountedAttempt, readCounted } from './table.attempts.ts'
import { type DueValues, lockToRecount, saveRecounted } from './table.due.ts'
import type { InvoiceRow } from './table.ts'

/**
 * Computes status and figures of a merchant's invoices with a due date again, after payments or attempts of them have
 * changed in this transaction.
 */
export const refreshDueInvoices = async (tx: Tx, publicUrl: string, merchantId: number): Promise<boolean> => {
  const rows = await lockToRecount(tx, merchantId)
  for (const row of rows) await refreshDueInvoice(tx, publicUrl, row)
  if (rows.length > 0) await announce(tx, invoicesChanged, { merchantId })
  return rows.length > 0
}

/** The same for one invoice that the caller holds. */
export const refreshDueInvoice = async (tx: Tx, publicUrl: string, row: InvoiceRow): Promise<InvoiceRow> => {
  const attempts = await readCounted(tx, row.id)
  const figures = computeFigures(row, attempts)
  const saved = await saveRecounted(tx, row.id, {
    ...(row.closedAt === null ? openValues(tx, row, figures, attempts) : closedValues(row, figures, attempts)),
    lateSats: sumLate(row, figures, attempts),
  })
  const { status } = saved
  const entered = status !== row.status && (status === 'processing' || status === 'settled') ? status : undefined
  const change = { entered, isNowLate: isNowLate(row, saved), stateBefore: row.state }
  await announceState(tx, { row: saved, publicUrl }, change)
  return saved
}

/** What was paid at a price that had ended. To a closed invoice, everything that comes is late. */
const sumLate = (row: InvoiceRow, { paidSats }: DueFigures, attempts: readonly CountedAttempt[]) => {
  if (row.closedAt === null) return attempts.reduce((sum, attempt) => sum + attempt.lateSats, 0n)
  return paidSats > row.paidSats ? row.lateSats + paidSats - row.paidSats : row.lateSats
}

/** A payment came at a price that had ended, or after the invoice was closed. After its due date it is in time. */
const isNowLate = (before: InvoiceRow, { lateSats }: InvoiceRow) => before.lateSats === 0n && lateSats > 0n

export const computeFigures = (row: InvoiceRow, attempts: readonly CountedAttempt[]): DueFigures =>
  computeDue(row.priceAmount ?? '0', optionsOf(row).paymentTolerance, attempts)

/**
 * The attempt that customers may pay now: the newest one, if it hasn't expired and still asks for what is left. A late
 * payment to an older attempt leaves less to pay.
 */
export const findLiveAttempt = (
  row: InvoiceRow,
  { rest }: DueFigures,
  attempts: readonly CountedAttempt[],
): CountedAttempt | undefined => {
  const newest = attempts.at(-1)
  if (newest?.status !== 'new' || newest.isExpired) return undefined
  const others = computeFigures(row, attempts.slice(0, -1)).rest
  return rest > 0n && others === toFine(newest.price) ? newest : undefined
}

const openValues = (
  tx: Tx,
  row: InvoiceRow,
  figures: DueFigures,
  attempts: readonly CountedAttempt[],
): Partial<DueValues> => {
  const { status, paidSats, rest } = figures
  const paid = attempts.findLast(({ standingSats }) => standingSats > 0n)
  const live = status === 'new' ? findLiveAttempt(row, figures, attempts) : undefined
  const shown = live ?? (status === 'new' ? undefined : paid)
  const priced = live ?? paid
  return {
    status,
    additionalStatus: additionalOf(figures, attempts),
    paidSats,
    ...amountsOf(row, rest, paidSats, priced),
    btcPrice: dollarPriceOf(row, shown ?? paid),
    bitcoinAddress: shown?.bitcoinAddress ?? null,
    lightningInvoice: shown?.lightningInvoice ?? null,
    missingMethods: shown?.missingMethods ?? [],
    expiresAt: shown?.expiresAt ?? null,
    mayBeMarked: status === 'new' ? ['settled', 'invalid'] : [],
    paidAt: status === 'settled' ? (row.paidAt ?? tx.now) : null,
  }
}

/** A payment after the price had ended may have waited for a better one, so the merchant decides about it. */
const additionalOf = ({ status, additionalStatus }: DueFigures, attempts: readonly CountedAttempt[]) => {
  const isLate = status !== 'new' && additionalStatus === 'none' && attempts.some(({ lateSats }) => lateSats > 0n)
  return isLate ? 'paid-late' : additionalStatus
}

/** In bitcoin, an invoice costs what was paid and what is left at the current rate. */
const amountsOf = (row: InvoiceRow, rest: bigint, paidSats: bigint, priced: CountedAttempt | undefined) => {
  if (!priced) return { amount: null, dueSats: null }
  const leftSats = restInSats(rest, rateOf(priced))
  // What was paid too much at a high price is more than all that was paid, at a low one.
  const dueSats = leftSats + paidSats > 0n ? leftSats : 1n - paidSats
  const amountSats = paidSats + dueSats
  return {
    dueSats,
    amount: fromSats(amountSats),
    amountUsd: row.currency === 'USD' ? row.amountUsd : inDollars(amountSats, priced),
  }
}

/** After late payments, what is left is shown at the rate that they count at. */
const rateOf = (attempt: CountedAttempt): Pick<CountedAttempt, 'price' | 'amountSats'> => {
  const value = attempt.cheaper.length === 0 ? 0n : standingValueOf(attempt)
  return value === 0n ? attempt : { price: fromFine(value), amountSats: attempt.standingSats }
}

/** The price of a bitcoin that a refund of a late payment is computed with is the one that it counted at. */
const dollarPriceOf = ({ currency }: InvoiceRow, attempt: CountedAttempt | undefined) => {
  const late = currency === 'USD' ? attempt?.cheaper.at(-1) : undefined
  return late ? fromCents(roundToCents(late.rate)) : (attempt?.btcPrice ?? null)
}

const inDollars = (sats: bigint, { btcPrice }: CountedAttempt) =>
  fromCents((sats * toCents(btcPrice ?? '0') + 50_000_000n) / 100_000_000n)

/** Money that arrives for a canceled invoice needs a decision. One that was marked as paid stays paid. */
const closedValues = (
  row: InvoiceRow,
  { paidSats, rest }: DueFigures,
  attempts: readonly CountedAttempt[],
): Partial<DueValues> => {
  const paid = attempts.findLast(({ standingSats }) => standingSats > 0n)
  const money = { paidSats, ...amountsOf(row, rest, paidSats, paid), btcPrice: dollarPriceOf(row, paid) }
  const nowhere = { bitcoinAddress: null, lightningInvoice: null, missingMethods: [], expiresAt: null, mayBeMarked: [] }
  if (row.status === 'settled') return { ...money, ...nowhere }
  if (paidSats === 0n) return { ...money, ...nowhere, status: 'invalid', additionalStatus: 'marked' }
  return { ...money, ...nowhere, status: 'expired', additionalStatus: rest > 0n ? 'paid-partial' : 'paid-late' }
}
