import { sql } from 'kysely'
import type { Tx } from '../platform/db/transaction.ts'

type Standing = { status: 'settled' | 'processing' | 'invalid'; paidSats: bigint }

/**
 * BTCPay looks at a settled invoice no more, whatever becomes of its payments. One that the chain has taken them back
 * from waits again or is lost, and is settled once more when they are back. Answers what it has become where this decides.
 */
export const followChain = async (tx: Tx, merchantId: number, invoiceId: string): Promise<Standing | undefined> => {
  const { rows } = await sql<Standing>`
    update invoices i set paid_sats = p.standing_sats, status = case
        when not p.taken or p.booked >= i.amount then 'settled' when p.waiting then 'processing' else 'invalid' end
    from (
      select coalesce(sum(amount) filter (where booked), 0) as booked,
        coalesce(sum(amount * 100000000) filter (where status <> 'failed'), 0)::bigint as standing_sats,
        bool_or(bookings > 0 and not booked) or bool_and(status = 'failed') as taken,
        bool_or(bookings > 0 and not booked and status = 'pending') as waiting,
        bool_or(bookings > booked::int) or bool_and(status = 'failed') as undone
      from transactions
      where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and type = 'incoming'
    ) p
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId} and p.undone
      and i.paid_at is not null and i.additional_status <> 'marked' and i.status in ('settled', 'processing', 'invalid')
    returning i.status, i.paid_sats`.execute(tx)
  return rows[0]
}
