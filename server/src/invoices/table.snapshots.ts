import { fromSats } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { JoinedAnswer } from '../platform/http/answer-once.ts'
import { isWaiting } from '../platform/workers/work-failures.ts'
import { followChain, type InvoiceRow } from './table.ts'
import { readAgain } from './table.unread.ts'

export type InvoiceStatus = 'new' | 'processing' | 'settled' | 'expired' | 'invalid'
export type AdditionalStatus = 'none' | 'paid-late' | 'paid-partial' | 'marked' | 'paid-over'

/** What the engine last reported about an invoice. */
export type InvoiceSnapshot = {
  invoiceId: string
  status: InvoiceStatus
  additionalStatus: AdditionalStatus
  amountSats: bigint | undefined
  dueSats: bigint | undefined
  /** Set for a top-up invoice: what was paid, in its currency. */
  topUp?: { price: string | undefined }
  paidSats: bigint
  /** The payments that `paidSats` sums up, by outpoint or payment hash. */
  paymentKeys: string[]
  bitcoinAddress: string | undefined
  lightningInvoice: string | undefined
  paymentHash: string | undefined
  mayBeMarked: string[]
  expiresAt: Date
  /** Set for what was listed with others: a time before that. */
  asOf?: Date | undefined
}

/** The store whose server issued an invoice's address and payment hash, as it was at that time. */
export type Issuer = { serverUrl: string; storeId: string; lightning: string }

/** Check intervals. Expired invoices are checked too, because late payments are money as well. */
const openCheck = '30 seconds'
/** BTCPay announces nothing when a payment was replaced and its invoice is open again. */
const processingCheck = '10 seconds'
const expiredCheck = '1 hour'
const expiredFor = '30 days'

type CreatedValues = { amountUsd: string | undefined; btcPrice: string; missingMethods: string[]; checkoutLink: string }

/** Returns the row of an invoice that the engine has created. */
export const applySnapshot = (row: InvoiceRow, created: CreatedValues, snapshot: InvoiceSnapshot): InvoiceRow => ({
  ...row,
  ...reportedValues(snapshot),
  invoiceId: snapshot.invoiceId,
  amount: snapshot.amountSats === undefined ? null : fromSats(snapshot.amountSats),
  amountUsd: created.amountUsd ?? null,
  btcPrice: created.btcPrice,
  missingMethods: created.missingMethods,
  checkoutLink: created.checkoutLink,
})

type NewEvent = { id: string; type: string; object: object }
type SavedNow = Pick<InvoiceRow, 'paidSats' | 'paidAt' | 'readAt' | 'checkDueAt'> & { isAnswered?: boolean }

/**
 * Saves a created invoice with its payment destinations and its creation event, in one round trip. Returns undefined if
 * someone else saved it first.
 */
export const saveCreatedInvoice = async (
  db: Db | Tx,
  row: InvoiceRow,
  snapshot: InvoiceSnapshot,
  issuer: Issuer,
  event: NewEvent,
  answer?: JoinedAnswer,
): Promise<InvoiceRow | undefined> => {
  const saving = sql`select * from save_created_invoice(${row.id}, ${JSON.stringify(toCreatedInput(row, snapshot))},
    ${JSON.stringify(toIssuedInput(snapshot, issuer))}, ${event.id}, ${event.type}, ${JSON.stringify(event.object)})`
  const { rows } = await (answer ? withAnswer(saving, answer) : sql<SavedNow>`${saving}`).execute(db)
  const [saved] = rows
  if (!saved) return undefined
  const { isAnswered = false, ...now } = saved
  if (isAnswered) answer?.markSaved()
  return { ...row, ...now }
}

/** Saves the answer only if this statement saves the invoice. */
const withAnswer = (saving: RawBuilder<unknown>, { statement }: JoinedAnswer) => sql<SavedNow>`
  with saved as materialized (${saving}),
    answered as (${statement} and exists (select from saved) returning 1)
  select saved.*, exists (select from answered) as is_answered from saved`

/** The input of `save_created_invoice`. */
const toCreatedInput = (row: InvoiceRow, { status, paidSats, paymentKeys, ...snapshot }: InvoiceSnapshot) => ({
  invoice_id: row.invoiceId,
  status,
  additional_status: row.additionalStatus,
  amount: row.amount,
  amount_usd: row.amountUsd,
  btc_price: row.btcPrice,
  due_sats: row.dueSats?.toString(),
  paid_sats: paidSats.toString(),
  is_unread: paymentKeys.length > 0,
  missing_methods: row.missingMethods,
  may_be_marked: row.mayBeMarked,
  checkout_link: row.checkoutLink,
  bitcoin_address: snapshot.bitcoinAddress,
  lightning_invoice: snapshot.lightningInvoice,
  expires_at: snapshot.expiresAt,
  check_after: status === 'new' ? openCheck : status === 'processing' ? processingCheck : undefined,
})

const toIssuedInput = ({ paymentHash, expiresAt }: InvoiceSnapshot, issuer: Issuer) => ({
  payment_hash: paymentHash,
  node: nodeOf(issuer),
  hash_due_at: lateCheck(expiresAt),
  server_url: issuer.serverUrl,
  store_id: issuer.storeId,
})

/**
 * What a snapshot changed: whether people see anything new, the new status if it changed, whether it is now paid late, and
 * the state before.
 */
export type SnapshotChange = {
  seen: boolean
  entered: InvoiceStatus | undefined
  isNowLate: boolean
  stateBefore: InvoiceRow['state']
  /** The row as it was saved, unless the chain changed it once more. */
  saved?: InvoiceRow | undefined
}

/** Saves a snapshot and the destinations that may be paid. */
export const saveSnapshot = async (
  tx: Tx,
  merchantId: number,
  snapshot: InvoiceSnapshot,
  issuer: Issuer,
): Promise<SnapshotChange> => {
  if (isUntouched(snapshot) && (await markUnchanged(tx, merchantId, [snapshot])).size > 0) return nothingNew
  const before = await tx
    .selectFrom('invoices')
    .select([
      'type',
      'status',
      'state',
      'additionalStatus',
      'paidSats',
      'paidAt',
      'lightningInvoice',
      'readFailures',
      'unknownSince',
      'readAt',
    ])
    .where('invoiceId', '=', snapshot.invoiceId)
    .where('merchantId', '=', merchantId)
    // Its ID is ours: a server that names it is lying.
    .where('dueAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!before || isOutdated(snapshot, before)) return nothingNew
  const { remembered: _, ...saved } = await tx
    .updateTable('invoices')
    .set({
      ...reportedValues(snapshot),
      ...(before.type === 'top-up' ? topUpValues(snapshot) : {}),
      ...computedValues(snapshot.status),
      ...lateValues(merchantId, snapshot),
      ...(before.readFailures > 0 || before.unknownSince !== null ? readAgain : {}),
    })
    .where('invoiceId', '=', snapshot.invoiceId)
    .returningAll()
    .returning(remembering(merchantId, snapshot, issuer).as('remembered'))
    .executeTakeFirstOrThrow()
  const wasPaid = before.paidAt !== null && snapshot.status === 'settled'
  const followed = wasPaid ? await followChain(tx, merchantId, snapshot.invoiceId) : undefined
  const { status, paidSats } = followed ?? { status: snapshot.status, paidSats: saved.paidSats }
  const { additionalStatus } = saved
  const entered = before.status === status ? undefined : status
  const seen =
    entered !== undefined ||
    before.additionalStatus !== additionalStatus ||
    before.paidSats !== paidSats ||
    before.lightningInvoice !== (snapshot.lightningInvoice ?? before.lightningInvoice)
  const isNowLate = additionalStatus === 'paid-late' && before.additionalStatus !== 'paid-late'
  return { seen, entered, isNowLate, stateBefore: before.state, saved: followed ? undefined : saved }
}

/** Somebody else read it after the list that this is from. */
const isOutdated = ({ asOf }: InvoiceSnapshot, { readAt }: Pick<InvoiceRow, 'readAt'>) =>
  asOf !== undefined && readAt !== null && readAt > asOf

const nothingNew: SnapshotChange = { seen: false, entered: undefined, isNowLate: false, stateBefore: null }

/** Most reads are of invoices that wait for their payment. */
export const isUntouched = ({ status, paidSats, paymentKeys }: InvoiceSnapshot) =>
  status === 'new' && paidSats === 0n && paymentKeys.length === 0

/**
 * Saves when untouched invoices were read, where nothing else changed since the last time: one statement for all of them
 * instead of four for each. Returns those invoices.
 */
export const markUnchanged = async (
  tx: Tx,
  merchantId: number,
  snapshots: readonly InvoiceSnapshot[],
): Promise<Set<string>> => {
  if (snapshots.length === 0) return new Set()
  const readings = snapshots.map(({ invoiceId, ...snapshot }) => ({
    invoice_id: invoiceId,
    additional_status: snapshot.additionalStatus,
    due_sats: snapshot.dueSats?.toString(),
    may_be_marked: snapshot.mayBeMarked,
    expires_at: snapshot.expiresAt,
    address: snapshot.bitcoinAddress,
    lightning_invoice: snapshot.lightningInvoice,
    payment_hash: snapshot.paymentHash,
  }))
  const { rows } = await sql<{ id: string }>`
    select mark_unchanged(${merchantId}, ${JSON.stringify(readings)}, ${openCheck}) as id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Adds Lightning payments that we booked and BTCPay doesn't report yet. Each payment counts once. */
const lateValues = (merchantId: number, snapshot: InvoiceSnapshot) => {
  const { invoiceId, paymentKeys, paidSats, status, additionalStatus } = snapshot
  const unreported = sql<bigint>`(
    select coalesce(sum(t.amount * 100000000), 0)::bigint from transactions t
    where t.merchant_id = ${merchantId} and t.invoice_id = ${invoiceId} and t.type = 'incoming' and t.method = 'lightning'
      and t.booked and t.engine_key <> all(${paymentKeys}::text[]))`
  return {
    lateSats: unreported,
    paidSats: sql<bigint>`${paidSats}::bigint + ${unreported}`,
    additionalStatus:
      status === 'expired'
        ? sql<AdditionalStatus>`case when ${unreported} > 0 then 'paid-late' else ${additionalStatus} end`
        : additionalStatus,
  }
}

const reportedValues = (snapshot: InvoiceSnapshot) => ({
  status: snapshot.status,
  additionalStatus: snapshot.additionalStatus,
  dueSats: snapshot.dueSats ?? null,
  paidSats: snapshot.paidSats,
  mayBeMarked: snapshot.mayBeMarked,
  expiresAt: snapshot.expiresAt,
  ...(snapshot.bitcoinAddress === undefined ? {} : { bitcoinAddress: snapshot.bitcoinAddress }),
  ...(snapshot.lightningInvoice === undefined ? {} : { lightningInvoice: snapshot.lightningInvoice }),
})

/** What was paid is the price of a top-up. */
const topUpValues = ({ topUp, amountSats }: InvoiceSnapshot) => {
  if (!topUp) return {}
  const amount = amountSats === undefined ? null : fromSats(amountSats)
  return {
    amount,
    priceAmount: topUp.price ?? null,
    amountUsd: sql<string | null>`round(${amount}::numeric * btc_price, 2)`,
  }
}

const computedValues = (status: InvoiceStatus) => ({
  paidAt: status === 'settled' ? sql<Date>`coalesce(paid_at, app_now())` : sql<Date>`paid_at`,
  readAt: sql<Date>`app_now()`,
  checkDueAt: nextCheck(status),
})

const nextCheck = (status: InvoiceStatus) => {
  if (status === 'new') return sql<Date>`app_now() + ${sql.lit(openCheck)}::interval`
  if (status === 'processing') return sql<Date>`app_now() + ${sql.lit(processingCheck)}::interval`
  if (status === 'settled') return null
  return sql<Date>`case when expires_at + ${sql.lit(expiredFor)}::interval > app_now()
    then app_now() + ${sql.lit(expiredCheck)}::interval end`
}

/** Give BTCPay a moment to process payments of the last seconds. */
const lateCheck = (expiresAt: Date) => new Date(expiresAt.getTime() + 60_000)

const nodeOf = ({ lightning }: Issuer) => (lightning === 'shared' ? 'shared' : 'own')

/** Remembers the destinations that may be paid. */
const remembering = (merchantId: number, snapshot: InvoiceSnapshot, issuer: Issuer) => {
  const { invoiceId, bitcoinAddress, paymentHash, expiresAt } = snapshot
  return sql`remember_destinations(${merchantId}, ${invoiceId}, ${bitcoinAddress ?? null}, ${paymentHash ?? null},
    ${nodeOf(issuer)}, ${lateCheck(expiresAt)}, ${issuer.serverUrl}, ${issuer.storeId})`
}

/** A payment hash that may still be paid, and its issuer: only that server is asked. */
export type LateHash = {
  paymentHash: string
  invoiceId: string
  attemptId: number | null
  merchantId: number
  node: 'shared' | 'own'
  serverUrl: string | null
  storeId: string | null
}

/** Two merchants may report the same hash, so each has its own attempts. */
export const itemOfHash = ({ merchantId, paymentHash }: LateHash) => `${merchantId}:${paymentHash}`

/** While one process checks a hash, no other does. If the process dies, the hash is due again after this time. */
const claimTime = '1 minute'
const pause = '5 minutes'

/** When the next hash is due. */
export const lateHashesDueAt = sql`(select min(check_due_at) from invoice_destinations)`

/** Claims BOLT11 invoices that have ended for us and may still be paid at the node. */
export const claimLateHashes = async (db: Db | Tx, most: number, lane: string | null = null): Promise<LateHash[]> => {
  const { rows } = await sql<LateHash>`
    update invoice_destinations set check_due_at = app_now() + ${sql.lit(claimTime)}::interval
    where (kind, destination, merchant_id) in (
      select kind, destination, merchant_id from invoice_destinations d
      where check_due_at <= app_now()
        and (${lane}::text is null or (
            select store_lane(s) from stores s where s.merchant_id = d.merchant_id and s.status <> 'left'
              and (s.standing = 'current' or (s.server_url = d.server_url and s.store_id = d.store_id))
            order by s.standing = 'current' limit 1) = ${lane}
          -- Nobody is left to be asked, which is soon found out.
          or (${lane} = 'platform' and not exists (select from stores s where s.merchant_id = d.merchant_id)))
        and not ${isWaiting('find-late-payments', sql`d.merchant_id || ':' || d.destination`)}
      order by check_due_at limit ${most} for update skip locked)
    returning destination as payment_hash, invoice_id, attempt_id, merchant_id, node, server_url, store_id`.execute(db)
  return rows
}

/** Ends the checks of a hash, or schedules the next one. */
export const saveHashChecked = (tx: Tx, { merchantId, paymentHash }: LateHash, isOver: boolean) =>
  tx
    .updateTable('invoiceDestinations')
    .set({ checkDueAt: isOver ? null : sql<Date>`app_now() + ${sql.lit(pause)}::interval` })
    .where('kind', '=', 'payment-hash')
    .where('destination', '=', paymentHash)
    .where('merchantId', '=', merchantId)
    .execute()

/** The price for a late payment of an invoice, or of its attempt. */
export const getInvoicePrice = (tx: Tx, { invoiceId, attemptId }: Pick<LateHash, 'invoiceId' | 'attemptId'>) =>
  tx
    .selectFrom('invoices')
    .leftJoin('invoiceAttempts', (join) =>
      join.onRef('invoiceAttempts.invoiceRef', '=', 'invoices.id').on('invoiceAttempts.id', '=', attemptId),
    )
    .select([
      'invoices.currency',
      sql<string | null>`coalesce(invoice_attempts.btc_price, invoices.btc_price)`.as('btcPrice'),
    ])
    .where('invoices.invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()

/**
 * Adds a late payment to our figures until BTCPay reports it. The payment is saved already, and the paid amount never
 * exceeds the saved payments, in case BTCPay reported it a moment ago.
 */
export const addLatePayment = async (tx: Tx, { merchantId, invoiceId }: LateHash, sats: bigint) => {
  await sql`
    update invoices i set late_sats = late_sats + ${sats}, paid_sats = least(paid_sats + ${sats}, (
        select sum(t.amount * 100000000)::bigint from transactions t
        where t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.type = 'incoming' and t.status <> 'failed')),
      additional_status = case when status = 'expired' then 'paid-late' else additional_status end
    where i.merchant_id = ${merchantId} and i.invoice_id = ${invoiceId}`.execute(tx)
}
