import type { InvoicePayment } from '@bitquay/contract/invoices'
import { decimalsOf } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { fromFine, toFine, valueAtRate } from './compute-due.ts'

type Counted = NonNullable<InvoicePayment['counted']>

type Row = {
  id: number
  currency: string
  price: string
  amountSats: bigint
  sats: bigint
  isLate: boolean
  isSeenLate: boolean
  rate: string | null
}

/** What payments to attempts of invoices with a due date count for, by the IDs of their rows. */
export const readCountedPayments = async (
  db: Db,
  payments: readonly { id: number; attemptId: number | null }[],
): Promise<Map<number, Counted>> => {
  const ids = payments.filter(({ attemptId }) => attemptId !== null).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select t.id, i.currency, a.price, a.amount_sats, (t.amount * 100000000)::bigint as sats,
      coalesce(is_paid_late(c.seen_at, c.confirmed_at, c.keeps_rate, t.method, a.expires_at), false) as is_late,
      coalesce(c.seen_at >= a.expires_at, false) as is_seen_late, least(c.seen_rate, c.confirmed_rate) as rate
    from transactions t join invoice_attempts a on a.id = t.attempt_id join invoices i on i.id = a.invoice_ref
      left join attempt_payments c on c.transaction_id = t.id
    where t.id = any(${ids}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, present(row)]))
}

const present = ({ currency, price, amountSats, sats, isLate, isSeenLate, rate }: Row): Counted => {
  const offered = (toFine(price) * 100_000_000n) / amountSats
  const show = (fine: bigint) => trim(fromFine(fine), decimalsOf(currency))
  const reason = !isLate ? 'in-time' : isSeenLate ? 'seen-late' : 'confirmed-late'
  if (isLate && rate === null) return { amount: show(0n), rate: null, reason, note: noPrice }
  const isLess = isLate && rate !== null && toFine(rate) * amountSats < toFine(price) * 100_000_000n
  const value = isLess ? valueAtRate({ sats, rate }) : (toFine(price) * sats) / amountSats
  const counted = isLess ? toFine(rate) : offered
  const rates = `It counts at ${show(counted)} ${currency} per bitcoin instead of ${show(offered)} ${currency}.`
  return {
    amount: show(value),
    rate: show(counted),
    reason,
    note: isLess ? `${isSeenLate ? cameLate : confirmedLate} ${rates}` : null,
  }
}

const cameLate = 'The customer paid after this price had expired.'
const confirmedLate = 'It was confirmed more than 60 minutes after this price had expired.'
const noPrice = 'It came after its price had expired, and there is no current price yet. It counts once there is one.'

/** Rounded down, so that nothing seems to count for more than it does. */
const trim = (decimal: string, decimals: number) => {
  const [whole = '0', fraction = ''] = decimal.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
}
