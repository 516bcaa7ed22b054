import { sql } from 'kysely'
import { mostAtOnce } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { TransactionRow } from '../transactions/index.ts'

/** How many of these are new, and whether all are known and too deep to change: then nothing older can be new. */
export const examinePage = async (
  db: Db,
  merchantId: number,
  page: readonly { txid: string }[],
): Promise<{ unknown: number; isFinal: boolean }> => {
  const txids = [...new Set(page.map(({ txid }) => txid))]
  const { rows } = await sql<{ known: bigint; final: bigint }>`
    select count(distinct txid) as known, count(distinct txid) filter (where final) as final from transactions
    where merchant_id = ${merchantId} and txid = any(${txids}::text[])`.execute(db)
  const [found] = rows
  return { unknown: txids.length - Number(found?.known ?? 0n), isFinal: found?.final === BigInt(txids.length) }
}

export type Known = Pick<
  TransactionRow,
  | 'id'
  | 'txid'
  | 'type'
  | 'engineKey'
  | 'amount'
  | 'status'
  | 'confirmations'
  | 'blockHeight'
  | 'disputed'
  | 'final'
  | 'booked'
>

/** What is saved of these transactions, by their hash, in one query for a whole wallet. */
export const findKnown = async (
  tx: Tx,
  merchantId: number,
  txids: readonly string[],
): Promise<Map<string, Known[]>> => {
  const { rows } = await sql<Known>`
    select id, txid, type, engine_key, amount, status, confirmations, block_height, disputed, final, booked
    from transactions
    where merchant_id = ${merchantId} and method = 'on-chain' and txid = any(${[...txids]}::text[])`.execute(tx)
  const known = new Map<string, Known[]>()
  for (const row of rows) known.set(row.txid, [...(known.get(row.txid) ?? []), row])
  return known
}

/** The invoice that an address was issued for. */
export const findInvoiceOfAddress = async (
  tx: Tx,
  merchantId: number,
  address: string,
): Promise<string | undefined> => {
  const found = await tx
    .selectFrom('invoiceDestinations')
    .select('invoiceId')
    .where('kind', '=', 'address')
    .where('destination', '=', address)
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  return found?.invoiceId
}

/** Whose node issued these payment hashes of a merchant. Hashes that were never recorded are missing. */
export const findIssuers = async (
  db: Db,
  merchantId: number,
  hashes: readonly string[],
): Promise<Map<string, 'shared' | 'own'>> => {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<{ hash: string; node: 'shared' | 'own' }>`
    select destination as hash, node from invoice_destinations
    where kind = 'payment-hash' and destination = any(${[...hashes]}::text[]) and merchant_id = ${merchantId}`.execute(
    db,
  )
  return new Map(rows.map(({ hash, node }) => [hash, node]))
}

/**
 * Which of these payment hashes on the platform's node are not booked for the merchant yet, and whether one of them
 * does not belong to the merchant: issued for somebody else or for a loop-out, or reported by the merchant's own
 * server. What other merchants' own servers claim under the same hash does not matter.
 */
export const findUnbookedHashes = async (
  db: Db,
  merchantId: number,
  hashes: readonly string[],
): Promise<{ unbooked: Set<string>; isOthers: boolean }> => {
  const { rows } = await sql<{ hash: string; booked: boolean; others: boolean }>`
    select h as hash,
      exists (select from transactions t where t.merchant_id = ${merchantId} and t.type = 'incoming' and t.engine_key = h and t.booked) as booked,
      exists (select from node_payments n where n.payment_hash = h)
        or exists (select from loop_out_invoices l where l.payment_hash = h)
        or exists (select from invoice_destinations d where d.kind = 'payment-hash' and d.destination = h
          and ((d.merchant_id <> ${merchantId} and d.node = 'shared') or (d.merchant_id = ${merchantId} and d.node = 'own'))) as others
    from unnest(${[...hashes]}::text[]) h`.execute(db)
  return {
    unbooked: new Set(rows.flatMap(({ hash, booked }) => (booked ? [] : [hash]))),
    isOthers: rows.some(({ booked, others }) => others && !booked),
  }
}

/**
 * On-chain transactions of a merchant that may still change and are not among those shown, the longest unchecked first.
 */
export const findOpenTransactions = async (db: Db, merchantId: number, shown: ReadonlySet<string>, most: number) => {
  const { rows } = await sql<{ id: number; txid: string; disputed: boolean; isLongGone: boolean }>`
    select id, txid, disputed, coalesce(vanished_at < app_now() - ${sql.lit(longGone)}::interval, false) as is_long_gone
    from transactions
    where merchant_id = ${merchantId} and not final and method = 'on-chain' and status <> 'failed'
      and txid <> all(${[...shown]}::text[])
    order by looked_up_at nulls first, id limit ${most}`.execute(db)
  return rows
}

/**
 * A wallet that has not known a transaction for this long has seen about 36 blocks without it. If nobody can name the
 * transaction that took its coins, it counts as lost. If it confirms after all, it counts again.
 */
const longGone = '6 hours'

/**
 * Whether something of this merchant may change soon: an invoice that can be paid, or a payment that is not deep yet.
 */
export const hasOpenWork = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    (select from transactions where merchant_id = ${merchantId} and not final and confirmations < 6 and status <> 'failed'
      -- What has waited for its block for a day, or has vanished, is looked at less often.
      and not disputed and (confirmations > 0 or seen_at > app_now() - interval '1 day') limit 1)
    union all
    (select from sends x join stores s on s.id = x.store_ref
      where s.merchant_id = ${merchantId} and x.final_at is null and x.confirmations < 6 limit 1)
    union all
    (select from invoices i where i.merchant_id = ${merchantId} and i.check_due_at is not null and i.status in ('new', 'processing')
      and i.unknown_since is null
      and not exists (select from transactions t where t.merchant_id = i.merchant_id and t.invoice_id = i.invoice_id and t.disputed)
      limit 1)
  `.execute(tx)
  return rows.length > 0
}

/** Whether this wallet has sends that are not deep in the chain yet. */
export const hasOpenSends = async (tx: Tx, storeRef: number): Promise<boolean> => {
  const { rows } = await sql`
    select from sends where (store_ref = ${storeRef} or kind = 'sweep') and final_at is null and confirmations < 6 limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** The payments of these invoices that are neither booked nor given up, by invoice: outpoints or payment hashes. */
export const findPendingKeys = async (
  db: Db,
  merchantId: number,
  invoiceIds: readonly string[],
): Promise<Map<string, string[]>> => {
  const keys = new Map<string, string[]>()
  if (invoiceIds.length === 0) return keys
  const rows = await db
    .selectFrom('transactions')
    .select(['invoiceId', 'engineKey'])
    .where('merchantId', '=', merchantId)
    .where('invoiceId', 'in', invoiceIds)
    .where('status', '=', 'pending')
    .where('booked', '=', false)
    .execute()
  for (const { invoiceId, engineKey } of rows) {
    if (invoiceId !== null) keys.set(invoiceId, [...(keys.get(invoiceId) ?? []), engineKey])
  }
  return keys
}

/**
 * Which invoices of a merchant should be read: named by a webhook, labeled in the wallet and not settled, due, or paid
 * to one of their addresses without a recorded payment.
 */
export const findInvoicesToRead = async (
  db: Db,
  merchantId: number,
  hints: { told: readonly string[]; labelled: readonly string[]; addresses: readonly string[] },
): Promise<string[]> => {
  const { rows } = await sql<{ invoiceId: string }>`
    select invoice_id from find_invoices_to_read(${merchantId}, ${[...new Set(hints.told)]}::text[],
      ${[...new Set(hints.labelled)]}::text[], ${[...new Set(hints.addresses)]}::text[], ${mostAtOnce})`.execute(db)
  return rows.map(({ invoiceId }) => invoiceId)
}

/** Whether an address was issued for a loop-out of this merchant: what arrives there is the merchant's own money. */
export const isLoopOutAddress = async (db: Db, merchantId: number, address: string): Promise<boolean> => {
  const found = await db
    .selectFrom('lightningLoopOutRequests')
    .select('id')
    .where('merchantId', '=', merchantId)
    .where('onChainAddress', '=', address)
    .executeTakeFirst()
  return found !== undefined
}
