import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Moment = {
  isConfirmed: boolean
  /** Of the block that has it, if the payment may have come while our server was down. */
  blockAt: Date | undefined
}

/**
 * Saves when a payment of an attempt was first seen and confirmed, and what a bitcoin cost then. Returns what a bitcoin
 * counts for if that is less than at the rate of the attempt. On a merchant's own server, it is seen when we see it.
 */
export const recordRate = async (
  tx: Tx,
  transactionId: number,
  { isConfirmed, blockAt }: Moment,
): Promise<{ currency: string; rate: string } | undefined> => {
  const { rows } = await sql<{ currency: string; rate: string }>`
    with paid as (
      select t.id, t.method, i.currency, least(app_now(), ${blockAt ?? null}::timestamptz) as block_at,
        case when s.engine_id is null then app_now() else t.seen_at end as seen_at, r.id as replaces, r.seen_at as replaced_at
      from transactions t
        join invoice_attempts a on a.id = t.attempt_id join invoices i on i.id = a.invoice_ref
        left join stores s on s.merchant_id = a.merchant_id and s.server_url = a.server_url and s.store_id = a.store_id
        left join lateral (
          select b.id, coalesce(p.seen_at, b.seen_at) as seen_at
          from transactions b left join attempt_payments p on p.transaction_id = b.id
          where t.method = 'on-chain' and b.attempt_id = t.attempt_id and b.type = 'incoming' and b.txid <> t.txid
            and b.address = t.address and b.amount = t.amount and not b.booked and b.seen_at <= t.seen_at
            and is_replaced_by(b, t)
            -- Each is replaced once. A second payment of the same amount is another payment.
            and not exists (select from attempt_payments o where o.replaces = b.id and o.transaction_id <> t.id)
          order by seen_at limit 1
        ) r on true
      where t.id = ${transactionId}
      order by s.id desc nulls last limit 1
    ), timed as (
      select id, currency, replaces, least(seen_at, replaced_at, ${blockAt ?? null}::timestamptz) as seen_at,
        case when ${isConfirmed || blockAt !== undefined} then case method when 'lightning' then seen_at else block_at end end as confirmed_at
      from paid
    ), saved as (
      insert into attempt_payments as p (transaction_id, seen_at, seen_rate, confirmed_at, confirmed_rate, replaces)
      select id, seen_at, rate_at(currency, seen_at), confirmed_at,
        case when confirmed_at is not null then rate_at(currency, confirmed_at) end, replaces
      from timed
      on conflict (transaction_id) do update set
        seen_at = least(p.seen_at, excluded.seen_at),
        seen_rate = case when excluded.seen_at < p.seen_at then excluded.seen_rate else p.seen_rate end,
        confirmed_at = coalesce(p.confirmed_at, excluded.confirmed_at),
        confirmed_rate = case when p.confirmed_at is null then excluded.confirmed_rate else p.confirmed_rate end,
        replaces = coalesce(p.replaces, excluded.replaces)
      returning *
    )
    select i.currency, least(s.seen_rate, s.confirmed_rate) as rate
    from saved s join transactions t on t.id = s.transaction_id
      join invoice_attempts a on a.id = t.attempt_id join invoices i on i.id = a.invoice_ref
    where is_paid_late(s.seen_at, s.confirmed_at, s.keeps_rate, t.method, a.expires_at)
      and least(s.seen_rate, s.confirmed_rate) * a.amount_sats < a.price * 100000000`.execute(tx)
  return rows[0]
}

/**
 * Payments that were confirmed while we had no price at all count once there is one. Requests a new count of their
 * invoices.
 */
export const fillMissingRates = async (db: Db): Promise<void> => {
  await sql`
    with filled as (
      update attempt_payments p set confirmed_rate = rate_at(i.currency, p.confirmed_at)
      from transactions t join invoice_attempts a on a.id = t.attempt_id join invoices i on i.id = a.invoice_ref
      where p.confirmed_at is not null and p.confirmed_rate is null and not p.keeps_rate and t.id = p.transaction_id
        and rate_at(i.currency, p.confirmed_at) is not null
      returning i.id
    )
    update invoices set recount_due = true where id in (select id from filled)`.execute(db)
}
