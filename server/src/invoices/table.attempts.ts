import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { InvoiceAttempts } from '../platform/db/types.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { CheaperPayment } from './compute-due.ts'
import { leasedUntil } from './table.leases.ts'
import type { InvoiceSnapshot, Issuer } from './table.snapshots.ts'

export type AttemptRow = Selectable<InvoiceAttempts>

/** A created attempt with what was paid to it. */
export type CountedAttempt = AttemptRow & {
  amountSats: bigint
  standingSats: bigint
  settledSats: bigint
  /** What was paid after its price had ended. */
  lateSats: bigint
  /** Those of its payments that count at a lower rate, because they came late. */
  cheaper: CheaperPayment[]
  isExpired: boolean
}

/** Each attempt takes an address of the wallet and some calls to BTCPay, and anyone with the link can cause one. */
export const mostPerHour = 20
export const mostPerDay = 100

type NewAttempt = Pick<AttemptRow, 'merchantId' | 'invoiceRef' | 'orderId' | 'serverUrl' | 'storeId' | 'price'>

/** Saves an attempt before the engine is asked for it, within the limits of its invoice. The caller holds the invoice. */
export const beginAttempt = async (tx: Tx, attempt: NewAttempt): Promise<AttemptRow> => {
  const { rows } = await sql<{ inHour: bigint; inDay: bigint }>`
    select count(*) filter (where created_at > app_now() - interval '1 hour') as in_hour, count(*) as in_day
    from invoice_attempts where invoice_ref = ${attempt.invoiceRef} and created_at > app_now() - interval '1 day'`.execute(
    tx,
  )
  const [count] = rows
  if (count && (count.inHour >= BigInt(mostPerHour) || count.inDay >= BigInt(mostPerDay))) {
    throw new ApiError('too-many-attempts', { retryAfterSeconds: 600 })
  }
  return tx
    .insertInto('invoiceAttempts')
    .values({ ...attempt, leasedUntil, createdAt: tx.now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export const findCreating = (tx: Tx, invoiceRef: number): Promise<AttemptRow | undefined> =>
  tx
    .selectFrom('invoiceAttempts')
    .selectAll()
    .where('invoiceRef', '=', invoiceRef)
    .where('status', '=', 'creating')
    .executeTakeFirst()

/** Whether a customer has opened the invoice, or is opening it now. */
export const hasAttempts = async (tx: Tx, invoiceRef: number): Promise<boolean> => {
  const { rows } = await sql`
    select from invoice_attempts where invoice_ref = ${invoiceRef} and status <> 'failed' limit 1`.execute(tx)
  return rows.length > 0
}

export const getAttempt = (db: Db | Tx, id: number): Promise<AttemptRow> =>
  db.selectFrom('invoiceAttempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const failAttempt = (db: Db, id: number, failure: string) =>
  db
    .updateTable('invoiceAttempts')
    .set({ status: 'failed', failure: failure.slice(0, 500), leasedUntil: null })
    .where('id', '=', id)
    .where('status', '=', 'creating')
    .execute()

type Created = {
  amountSats: bigint
  btcPrice: string
  confirmations: number
  missingMethods: string[]
}

/**
 * Saves what the engine created, and where it can be paid. The caller holds the invoice. Returns whether this was the
 * first to save it.
 */
export const saveCreatedAttempt = async (
  tx: Tx,
  attempt: AttemptRow,
  invoiceId: string,
  snapshot: InvoiceSnapshot,
  created: Created,
  issuer: Issuer,
): Promise<boolean> => {
  const saved = await tx
    .updateTable('invoiceAttempts')
    .set({
      ...created,
      engineInvoiceId: snapshot.invoiceId,
      status: snapshot.status,
      bitcoinAddress: snapshot.bitcoinAddress ?? null,
      lightningInvoice: snapshot.lightningInvoice ?? null,
      expiresAt: snapshot.expiresAt,
      leasedUntil: null,
      checkDueAt: snapshot.status === 'new' ? nextCheck('new') : tx.now,
    })
    .where('id', '=', attempt.id)
    .where('status', '=', 'creating')
    .returning('id')
    .executeTakeFirst()
  if (!saved) return false
  await rememberDestinations(tx, attempt, invoiceId, snapshot, issuer)
  return true
}

const openCheck = '30 seconds'
const processingCheck = '10 seconds'
const expiredCheck = '1 hour'
/** BTCPay watches an expired invoice for a day. Later payments are found in the wallet and at the node. */
const expiredFor = '1 day'

const nextCheck = (status: InvoiceSnapshot['status']) => {
  if (status === 'new') return sql<Date>`app_now() + ${sql.lit(openCheck)}::interval`
  if (status === 'processing') return sql<Date>`app_now() + ${sql.lit(processingCheck)}::interval`
  if (status === 'settled') return null
  return sql<Date>`case when expires_at + ${sql.lit(expiredFor)}::interval > app_now()
    then app_now() + ${sql.lit(expiredCheck)}::interval end`
}

/** Give BTCPay a moment to process payments of the last seconds. */
const lateCheck = (expiresAt: Date) => new Date(expiresAt.getTime() + 60_000)

const rememberDestinations = async (
  tx: Tx,
  { id, merchantId }: AttemptRow,
  invoiceId: string,
  { bitcoinAddress, paymentHash, expiresAt }: InvoiceSnapshot,
  issuer: Issuer,
) => {
  const node = issuer.lightning === 'shared' ? 'shared' : 'own'
  await sql`
    select remember_destinations(${merchantId}, ${invoiceId}, ${bitcoinAddress ?? null}, ${paymentHash ?? null},
      ${node}, ${lateCheck(expiresAt)}, ${issuer.serverUrl}, ${issuer.storeId})`.execute(tx)
  await sql`
    update invoice_destinations set attempt_id = ${id}
    where merchant_id = ${merchantId} and invoice_id = ${invoiceId} and attempt_id is null
      and destination in (${bitcoinAddress ?? null}, ${paymentHash ?? null})`.execute(tx)
}

/** Saves what the engine reports. The caller holds the invoice. */
export const saveAttemptRead = async (
  tx: Tx,
  attempt: AttemptRow,
  invoiceId: string,
  snapshot: InvoiceSnapshot,
  issuer: Issuer,
) => {
  await tx
    .updateTable('invoiceAttempts')
    .set({
      status: snapshot.status,
      checkDueAt: nextCheck(snapshot.status),
      readFailures: 0,
      unknownLooks: 0,
      ...(snapshot.lightningInvoice === undefined ? {} : { lightningInvoice: snapshot.lightningInvoice }),
    })
    .where('id', '=', attempt.id)
    .execute()
  await rememberDestinations(tx, attempt, invoiceId, snapshot, issuer)
}

/** Schedules the next read after a failed one, with growing delays. */
export const markAttemptUnread = async (db: Db, id: number) => {
  await sql`
    update invoice_attempts set read_failures = read_failures + 1,
      check_due_at = app_now() + make_interval(secs => least(3600, 10 * 2 ^ least(read_failures, 10)))
    where id = ${id}`.execute(db)
}

/** How often BTCPay must report an attempt as unknown before it is given up. Its addresses are still watched. */
const unknownLooks = 3

export const markAttemptUnknown = async (tx: Tx, id: number) => {
  await sql`
    update invoice_attempts set unknown_looks = unknown_looks + 1, read_failures = 0,
      status = case when unknown_looks + 1 >= ${unknownLooks} then 'invalid' else status end,
      check_due_at = case when unknown_looks + 1 < ${unknownLooks} then app_now() + interval '30 minutes' end
    where id = ${id}`.execute(tx)
}

/** Schedules a read of attempts that a webhook named and that there was no time to read. */
export const markAttemptsReadSoon = async (tx: Tx, merchantId: number, engineIds: readonly string[]) => {
  if (engineIds.length === 0) return
  await sql`
    update invoice_attempts set check_due_at = app_now()
    where merchant_id = ${merchantId} and engine_invoice_id = any(${[...engineIds]}::text[])
      and (check_due_at is null or check_due_at > app_now())`.execute(tx)
}

/** The merchant closed the invoice, so the next sync invalidates its attempts. */
export const markAttemptsDue = (tx: Tx, invoiceRef: number) =>
  tx
    .updateTable('invoiceAttempts')
    .set({ checkDueAt: tx.now })
    .where('invoiceRef', '=', invoiceRef)
    .where('status', 'in', ['new', 'processing'])
    .execute()

/** Attempts that customers could still pay in this store. */
export const findOpenAttempts = (
  db: Db,
  invoiceRef: number,
  { serverUrl, storeId }: Pick<Issuer, 'serverUrl' | 'storeId'>,
): Promise<AttemptRow[]> =>
  db
    .selectFrom('invoiceAttempts')
    .selectAll()
    .where('invoiceRef', '=', invoiceRef)
    .where('status', '=', 'new')
    .where('serverUrl', '=', serverUrl)
    .where('storeId', '=', storeId)
    .execute()

/** How often an invoice was opened at a new rate, and when last. */
export const countAttempts = async (db: Db, invoiceRef: number): Promise<{ count: number; lastAt: Date | null }> => {
  const { rows } = await sql<{ count: number; lastAt: Date | null }>`
    select count(*)::integer as count, max(created_at) as last_at from invoice_attempts
    where invoice_ref = ${invoiceRef} and engine_invoice_id is not null`.execute(db)
  return rows[0] ?? { count: 0, lastAt: null }
}

/** The engine's name of the newest attempt of an invoice. */
export const findNewestAttempt = async (db: Db, invoiceId: string): Promise<string | undefined> => {
  const { rows } = await sql<{ engineInvoiceId: string }>`
    select a.engine_invoice_id from invoice_attempts a join invoices i on i.id = a.invoice_ref
    where i.invoice_id = ${invoiceId} and a.engine_invoice_id is not null order by a.id desc limit 1`.execute(db)
  return rows[0]?.engineInvoiceId
}

/** JSON has no integers of that size. */
type CountedAs<Sats> = Omit<CountedAttempt, 'cheaper'> & { cheaper: (Omit<CheaperPayment, 'sats'> & Sats)[] }

/** The newest attempt and all that were paid, oldest first. */
export const readCounted = async (tx: Tx, invoiceRef: number): Promise<CountedAttempt[]> => {
  const { rows } = await sql<CountedAs<{ sats: string }>>`
    select a.*, a.expires_at <= app_now() as is_expired, p.standing_sats, p.settled_sats, p.late_sats, p.cheaper
    from invoice_attempts a cross join lateral (
      select coalesce(sum(t.sats) filter (where t.is_standing), 0)::bigint as standing_sats,
        coalesce(sum(t.sats) filter (where t.is_settled), 0)::bigint as settled_sats,
        coalesce(sum(t.sats) filter (where t.is_standing and t.is_late), 0)::bigint as late_sats,
        coalesce(jsonb_agg(jsonb_build_object('sats', t.sats::text, 'rate', t.rate::text, 'isSettled', t.is_settled))
          filter (where t.is_standing and t.is_late and t.rate * a.amount_sats < a.price * 100000000), '[]') as cheaper
      from (
        select (t.amount * 100000000)::bigint as sats, l.is_late, l.rate,
          t.status <> 'failed' and (t.booked or not exists (select from attempt_payments o where o.replaces = t.id)) as is_standing,
          -- A late payment waits for a price if there is none.
          t.booked and (t.method = 'lightning' or t.confirmations >= a.confirmations)
            and (not l.is_late or l.rate is not null) as is_settled
        from transactions t left join attempt_payments c on c.transaction_id = t.id
          cross join lateral (
            select coalesce(is_paid_late(c.seen_at, c.confirmed_at, c.keeps_rate, t.method, a.expires_at), false) as is_late,
              least(c.seen_rate, c.confirmed_rate) as rate
          ) l
        where t.attempt_id = a.id and t.merchant_id = a.merchant_id and t.type = 'incoming'
      ) t
    ) p
    where a.invoice_ref = ${invoiceRef} and a.engine_invoice_id is not null
      and (p.standing_sats > 0
        or a.id = (select max(x.id) from invoice_attempts x where x.invoice_ref = a.invoice_ref and x.engine_invoice_id is not null))
    order by a.id`.execute(tx)
  return rows.map((row) => ({ ...row, cheaper: row.cheaper.map((paid) => ({ ...paid, sats: BigInt(paid.sats) })) }))
}
