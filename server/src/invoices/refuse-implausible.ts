import { msatsToSatsRoundedDown, parseMsats } from '@bitquay/btcpay'
import type { LightningInvoice } from '@bitquay/btcpay/wire/lightning'
import { fromCents, toSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { findPrice, findSatsFor, roundToCents } from '../prices/index.ts'
import type { EnginePayment, InvoiceReading, PaidFor } from './sync-invoice.ts'
import type { LateHash } from './table.snapshots.ts'

/** The clocks of two servers differ, and BTCPay's dates have whole seconds. */
const clockDifferenceMs = 10 * 60_000
/** An invoice may be open for a year, and its rate is that of its first day. */
const mostTimesPrice = 10

/**
 * What a merchant's own server reports about an invoice, without what can't be true. It is trusted about that merchant's
 * money, but absurd figures and dates would distort everyone's sums.
 */
export const refuseImplausible = async (
  db: Db,
  merchantId: number,
  reading: InvoiceReading,
  { invoiceId, attemptId }: PaidFor,
): Promise<InvoiceReading> => {
  if (reading.payments.length === 0) return reading
  const issued = await findIssued(db, merchantId, invoiceId, attemptId)
  if (!issued) return reading
  const priceCents = (await findPrice(db)).cents
  const kept = reading.payments.filter((payment) => isPlausible(payment, issued))
  const refused = reading.payments.filter((payment) => !isPlausible(payment, issued))
  const standing = refused.filter(({ state }) => state !== 'invalid')
  const { paidSats, paymentKeys } = reading.snapshot
  return {
    ...reading,
    payments: kept.map((payment) => correct(payment, issued, reading.currency, priceCents)),
    snapshot: {
      ...reading.snapshot,
      paidSats: standing.reduce((sum, { amountSats }) => sum - amountSats, paidSats),
      paymentKeys: paymentKeys.filter((key) => !refused.some((payment) => payment.key === key)),
    },
  }
}

type Offer = {
  currency: string
  /** What the invoice costs. Null for a top-up. */
  price: string | null
  amountSats: bigint | undefined
  rate: string | undefined
}

/**
 * Whether what a server asks for a new invoice can be true. Later claims of a merchant's own server are compared with it,
 * so it must not be absurd itself. Our own servers are believed.
 */
export const isPlausibleOffer = async (
  { db, engines }: Pick<Deps, 'db' | 'engines'>,
  { serverUrl }: { serverUrl: string },
  { currency, price, amountSats, rate }: Offer,
): Promise<boolean> => {
  if (engines.findByUrl(serverUrl)) return true
  if (currency === 'USD' && rate !== undefined && !isPlausibleRate(rate, (await findPrice(db)).cents)) return false
  if (price === null || amountSats === undefined) return true
  // Without a recent price there is nothing to compare it with.
  const usualSats = await findSatsFor(db, currency, price)
  const most = BigInt(mostTimesPrice)
  return usualSats === undefined || (amountSats <= usualSats * most && amountSats * most >= usualSats)
}

/** What a merchant's own node reports of a BOLT11 whose invoice is over. Undefined if it can't be true. */
export const examineLate = async (
  tx: Tx,
  { merchantId, invoiceId, attemptId }: LateHash,
  paid: LightningInvoice,
): Promise<LightningInvoice | undefined> => {
  const issued = await findIssued(tx, merchantId, invoiceId, attemptId ?? undefined)
  if (!issued) return paid
  const amountSats = msatsToSatsRoundedDown(parseMsats(paid.amountReceived ?? paid.amount ?? '0'))
  if (!isPlausible({ method: 'lightning', amountSats }, issued)) return undefined
  if (!paid.paidAt) return paid
  return { ...paid, paidAt: Math.floor(correctDate(new Date(paid.paidAt * 1000), issued).getTime() / 1000) }
}

type Issued = { createdAt: Date; now: Date; amountSats: bigint | null }

/** Wallets may pay up to twice the amount over Lightning (BOLT 4). Anyone can send any amount to an address. */
const isPlausible = (
  { method, amountSats }: Pick<EnginePayment, 'method' | 'amountSats'>,
  issued: Pick<Issued, 'amountSats'>,
) => method === 'on-chain' || issued.amountSats === null || amountSats <= 2n * issued.amountSats

const correct = (payment: EnginePayment, issued: Issued, currency: string, priceCents: bigint): EnginePayment => {
  const isRateWrong = currency === 'USD' && !isPlausibleRate(payment.rate, priceCents)
  return {
    ...payment,
    receivedAt: correctDate(payment.receivedAt, issued),
    rate: isRateWrong ? fromCents(priceCents) : payment.rate,
  }
}

/** Nothing is paid before it is issued, nor in the future. */
const correctDate = (paidAt: Date, { createdAt, now }: Pick<Issued, 'createdAt' | 'now'>): Date =>
  paidAt.getTime() >= createdAt.getTime() - clockDifferenceMs && paidAt <= now ? paidAt : now

const isPlausibleRate = (rate: string, priceCents: bigint) => {
  const [cents, most] = [roundToCents(rate), BigInt(mostTimesPrice)]
  return cents <= priceCents * most && cents * most >= priceCents
}

/** When an invoice, or an attempt of one with a due date, was issued and for how much. A top-up takes any amount. */
const findIssued = async (
  db: Db | Tx,
  merchantId: number,
  invoiceId: string,
  attemptId: number | undefined,
): Promise<Issued | undefined> => {
  const { rows } = await sql<{ createdAt: Date; now: Date; amount: string | null }>`
    select coalesce(a.created_at, i.created_at) as created_at, app_now() as now,
      case when i.type = 'top-up' then null else coalesce(a.amount_sats::numeric / 100000000, i.amount) end as amount
    from invoices i left join invoice_attempts a on a.id = ${attemptId ?? null}::int and a.invoice_ref = i.id
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId}`.execute(db)
  const [found] = rows
  return found && { ...found, amountSats: found.amount === null ? null : toSats(found.amount) }
}
