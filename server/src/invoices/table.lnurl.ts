import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { LnurlInvoices } from '../platform/db/types.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'

export type LnurlInvoice = Selectable<LnurlInvoices>

type NewInvoice = Pick<
  LnurlInvoice,
  | 'merchantId'
  | 'paymentHash'
  | 'addressId'
  | 'paymentLinkId'
  | 'request'
  | 'amountMsats'
  | 'comment'
  | 'bolt11'
  | 'node'
  | 'serverUrl'
  | 'storeId'
  | 'nodeInvoiceId'
  | 'source'
> & { expirySeconds: number; placeSeconds: number | undefined }

/**
 * A node that was down may hold an HTLC until its last block, about 13 hours with LND. What has not arrived a day after
 * the expiry never will.
 */
export const heldHtlcHours = 24

/** A node that doesn't answer for this long after the expiry is no longer asked. */
const silentDays = 30

/** For how long a payment speaks for the source that requested it. */
export const sourceDays = 7

/** While one process checks a hash, no other does. If the process dies, the hash is due again after this time. */
const claimTime = '30 seconds'

/** Of two requests for a merchant's last place, one waits for the other. */
export const lockPlaces = async (tx: Tx, merchantId: number) => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`lnurl-places:${merchantId}`}, 0))`.execute(tx)
}

/**
 * Saves an invoice of the node before it is handed out. Of two identical requests, the first one's is kept and
 * returned. Undefined if its hash is known already, which an honest node never answers.
 */
export const saveLnurlInvoice = async (
  tx: Tx,
  { expirySeconds, placeSeconds, ...invoice }: NewInvoice,
): Promise<LnurlInvoice | undefined> => {
  const saved = await tx
    .insertInto('lnurlInvoices')
    .values({
      ...invoice,
      expiresAt: sql<Date>`app_now() + make_interval(secs => ${expirySeconds})`,
      ...(placeSeconds === undefined
        ? {}
        : { placeUntil: sql<Date>`app_now() + make_interval(secs => ${Math.min(placeSeconds, expirySeconds)})` }),
      checkDueAt: sql<Date>`app_now() + interval '1 second'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (saved) return saved
  return tx
    .selectFrom('lnurlInvoices')
    .selectAll()
    .where('addressId', '=', invoice.addressId)
    .where('request', '=', invoice.request)
    .where('amountMsats', '=', invoice.amountMsats)
    .where('comment', '=', invoice.comment)
    .executeTakeFirst()
}

/** When the next of them is due. */
export const lnurlInvoicesDueAt = sql`(select min(check_due_at) from lnurl_invoices)`

/** Claims invoices that may have been paid. */
export const claimDueLnurlInvoices = async (
  tx: Tx,
  most: number,
  lane: string | null = null,
): Promise<LnurlInvoice[]> => {
  const { rows } = await sql<LnurlInvoice>`
    update lnurl_invoices set check_due_at = app_now() + ${sql.lit(claimTime)}::interval
    where (merchant_id, payment_hash) in (
      select l.merchant_id, l.payment_hash from lnurl_invoices l
      where l.check_due_at <= app_now()
        and (${lane}::text is null
          or (
            select store_lane(s) from stores s where s.merchant_id = l.merchant_id and s.status <> 'left'
              and (s.standing = 'current' or (s.server_url = l.server_url and s.store_id = l.store_id))
            order by s.standing = 'current' limit 1) = ${lane})
        and not ${isWaiting('watch-lnurl-invoices', sql`l.merchant_id || ':' || l.payment_hash`)}
      order by l.check_due_at limit ${most} for update skip locked)
    returning *`.execute(tx)
  return rows
}

/** Each merchant's hash has its own attempts. */
export const itemOfLnurlInvoice = ({ merchantId, paymentHash }: LnurlInvoice) => `${merchantId}:${paymentHash}`

/**
 * Schedules the next check: often while a customer pays, more rarely once the invoice has given up its place, and a few
 * times after the expiry.
 */
export const scheduleLnurlCheck = (db: Db, invoice: LnurlInvoice) =>
  sql`
    update lnurl_invoices set check_due_at = case
      when app_now() < least(created_at + interval '1 minute', expires_at) then app_now() + interval '1 second'
      when app_now() < coalesce(place_until, expires_at) then app_now() + interval '5 seconds'
      when app_now() < expires_at then app_now() + interval '30 seconds'
      when app_now() < expires_at + interval '1 minute' then expires_at + interval '1 minute'
      when app_now() < expires_at + interval '1 hour' then expires_at + interval '1 hour'
      else greatest(expires_at + make_interval(hours => ${heldHtlcHours}), app_now() + interval '10 minutes') end
    where ${isUnpaid(invoice)}`.execute(db)

const isUnpaid = ({ merchantId, paymentHash }: LnurlInvoice) =>
  sql`merchant_id = ${merchantId} and payment_hash = ${paymentHash} and paid_at is null`

/** Deletes an invoice that its node no longer waits for. Before a held HTLC is out of question, it is kept. */
export const dropExpiredLnurl = async (db: Db, invoice: LnurlInvoice): Promise<boolean> => {
  const { rows } = await sql`
    delete from lnurl_invoices where ${isUnpaid(invoice)}
      and expires_at < app_now() - make_interval(hours => ${heldHtlcHours})
    returning 1`.execute(db)
  return rows.length > 0
}

/** Marks it as paid, once. */
export const markLnurlPaid = async (
  tx: Tx,
  invoice: LnurlInvoice,
  paid: { transactionId: number; preimage: string | null },
): Promise<void> => {
  await sql`
    update lnurl_invoices set paid_at = app_now(), check_due_at = null, preimage = ${paid.preimage},
      transaction_id = ${paid.transactionId}
    where ${isUnpaid(invoice)}`.execute(tx)
}

/** Deletes unpaid invoices of nodes that were silent since they expired, and forgets who requested the paid ones. */
export const pruneLnurlInvoices = async (db: Db) => {
  await sql`
    delete from lnurl_invoices
    where paid_at is null and expires_at < app_now() - make_interval(days => ${silentDays})`.execute(db)
  await sql`
    update lnurl_invoices set source = null
    where source is not null and paid_at < app_now() - make_interval(days => ${sourceDays})`.execute(db)
}
