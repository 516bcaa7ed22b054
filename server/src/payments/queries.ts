import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { type AttemptToRead, mostAtOnce, type ToRead } from '../invoices/index.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type Activity, atStoreOf, pageSize, type Store, type WalletTransactionReading } from '../stores/index.ts'
import type { TransactionRow } from '../transactions/index.ts'
import type { PaymentTargets } from './payment-target.ts'

type Targets = Pick<Deps, 'db' | 'paymentTargets'>

/** A merchant's wallet, as rows name it: a transaction between two wallets of a merchant has rows in both. */
export type Wallet = {
  merchantId: number
  /** Null: of the merchant's first store. */
  atStore: number | null
}

export const walletOf = ({ store, merchantId }: { store: Store; merchantId: number }): Wallet => ({
  merchantId,
  atStore: atStoreOf(store),
})

/** How many of these are new, and whether all are known and too deep to change: then nothing older can be new. */
export const examinePage = async (
  db: Db,
  { merchantId, atStore }: Wallet,
  page: readonly { txid: string }[],
): Promise<{ unknown: number; isFinal: boolean }> => {
  const txids = [...new Set(page.map(({ txid }) => txid))]
  const { rows } = await sql<{ known: bigint; final: bigint }>`
    select count(distinct txid) as known, count(distinct txid) filter (where final) as final from transactions
    where merchant_id = ${merchantId} and at_store is not distinct from ${atStore}::int and txid = any(${txids}::text[])`.execute(
    db,
  )
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
  | 'purpose'
  | 'invoiceId'
  | 'depositAddressId'
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
  { merchantId, atStore }: Wallet,
  txids: readonly string[],
): Promise<Map<string, Known[]>> => {
  const { rows } = await sql<Known>`
    select id, txid, type, engine_key, amount, purpose, invoice_id, deposit_address_id, status, confirmations, block_height,
      disputed, final, booked
    from transactions
    where merchant_id = ${merchantId} and at_store is not distinct from ${atStore}::int and method = 'on-chain'
      and txid = any(${[...txids]}::text[])`.execute(tx)
  const known = new Map<string, Known[]>()
  for (const row of rows) known.set(row.txid, [...(known.get(row.txid) ?? []), row])
  return known
}

export type AddressOwner = {
  invoiceId: string
  attemptId: number | null
  /** The price in dollars at the rate of the invoice, or of the attempt. */
  lockedPrice: string | null
}

/** The invoice that an address was issued for, and the attempt of an invoice with a due date. */
export const findInvoiceOfAddress = async (
  tx: Tx,
  merchantId: number,
  address: string,
): Promise<AddressOwner | undefined> => {
  const { rows } = await sql<AddressOwner>`
    select d.invoice_id, d.attempt_id,
      case when i.currency = 'USD' then case when d.attempt_id is null then i.btc_price else a.btc_price end end as locked_price
    from invoice_destinations d
      left join invoice_attempts a on a.id = d.attempt_id
      left join invoices i on i.invoice_id = d.invoice_id and i.merchant_id = d.merchant_id
    where d.kind = 'address' and d.destination = ${address} and d.merchant_id = ${merchantId}`.execute(tx)
  return rows[0]
}

export type Labeled = {
  depositAddressId: number | null
  address: string | null
  reference: string | null
  invoiceId: string | null
  attemptId: number | null
  /** The price in dollars at which the invoice was created. */
  lockedPrice: string | null
}

/** What BTCPay's labels of a transaction name: deposit addresses, invoices, and attempts of invoices with a due date. */
export const findLabeled = async (
  tx: Tx,
  { deposits }: PaymentTargets,
  merchantId: number,
  engineInvoiceIds: readonly string[],
): Promise<Labeled[]> => {
  if (engineInvoiceIds.length === 0) return []
  const ids = sql`any(${[...engineInvoiceIds]}::text[])`
  const { rows } = await sql<Labeled>`${deposits.labeled(merchantId, ids)}
    union all
    select null, bitcoin_address, null, invoice_id, null, case when currency = 'USD' then btc_price end
    from invoices where merchant_id = ${merchantId} and invoice_id = ${ids} and due_at is null
    union all
    select null, null, null, i.invoice_id, a.id, case when i.currency = 'USD' then a.btc_price end
    from invoice_attempts a join invoices i on i.id = a.invoice_ref
    where a.merchant_id = ${merchantId} and a.engine_invoice_id = ${ids}`.execute(tx)
  return rows
}

/** Payments of a wallet that are to be asked for the outputs they consist of, longest due first. */
export const findOutputsDue = async (db: Db, { merchantId, atStore }: Wallet, most: number) => {
  const { rows } = await sql<{ id: number; txid: string }>`
    select id, txid from transactions
    where merchant_id = ${merchantId} and at_store is not distinct from ${atStore}::int and type = 'incoming'
      and method = 'on-chain' and engine_key = txid and outputs_due_at <= app_now() and status <> 'failed'
    order by outputs_due_at limit ${most}`.execute(db)
  return rows
}

/** Whether some payments of a merchant whose server answers were never asked for their outputs, or not lately. */
export const areOutputsDue = async (tx: Tx, merchantId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from stores s where s.merchant_id = ${merchantId} and s.status = 'ready' and s.sync_failures = 0 and exists (
      select from transactions t
      where t.merchant_id = s.merchant_id and t.at_store is not distinct from case when s.replaces is not null then s.id end
        and t.type = 'incoming' and t.method = 'on-chain' and t.engine_key = t.txid and t.outputs_due_at <= app_now()
        and t.status <> 'failed') limit 1`.execute(tx)
  return rows.length > 0
}

/** Which of these addresses are a merchant's own: of an invoice, a customer or a loop-out. */
export const findOwnAddresses = async (
  { db, paymentTargets }: Targets,
  merchantId: number,
  addresses: readonly string[],
): Promise<Set<string>> => {
  const { rows } = await sql<{ address: string }>`
    select a.address from unnest(${[...addresses]}::text[]) a (address)
    where ${paymentTargets.deposits.isOwn(merchantId)}
      or exists (select from invoice_destinations d
        where d.kind = 'address' and d.destination = a.address and d.merchant_id = ${merchantId})
      or ${paymentTargets.loopOuts.isOwn(merchantId)}`.execute(db)
  return new Set(rows.map(({ address }) => address))
}

export type HashIssuer = { node: 'shared' | 'own'; serverUrl: string | null }

/** Whose node issued these payment hashes of a merchant, and at which server. Hashes that were never recorded are missing. */
export const findIssuers = async (
  db: Db,
  merchantId: number,
  hashes: readonly string[],
): Promise<Map<string, HashIssuer>> => {
  if (hashes.length === 0) return new Map()
  const { rows } = await sql<HashIssuer & { hash: string }>`
    select destination as hash, node, server_url from invoice_destinations
    where kind = 'payment-hash' and destination = any(${[...hashes]}::text[]) and merchant_id = ${merchantId}`.execute(
    db,
  )
  return new Map(rows.map(({ hash, ...issuer }) => [hash, issuer]))
}

/** The engine whose node issued a payment hash for a merchant. */
export const findNodeEngine = async (tx: Tx, { merchantId, atStore }: Wallet, paymentHash: string): Promise<number> => {
  const { rows } = await sql<{
    id: number
  }>`select node_engine(${merchantId}, ${paymentHash}, ${atStore}::int) as id`.execute(tx)
  if (!rows[0]) throw new Error(`no engine issued ${paymentHash}`)
  return rows[0].id
}

/**
 * Which of these payment hashes on the platform's node are not booked for the merchant yet, and whether one of them
 * does not belong to the merchant: issued for somebody else or for a loop-out, or reported by the merchant's own
 * server. What other merchants' own servers claim under the same hash does not matter.
 */
export const findUnbookedHashes = async (
  { db, paymentTargets }: Targets,
  merchantId: number,
  hashes: readonly string[],
): Promise<{ unbooked: Set<string>; isOthers: boolean }> => {
  const { rows } = await sql<{ hash: string; booked: boolean; others: boolean }>`
    select h as hash,
      exists (select from transactions t where t.merchant_id = ${merchantId} and t.type = 'incoming' and t.engine_key = h and t.booked) as booked,
      exists (select from node_payments n where n.payment_hash = h)
        or ${paymentTargets.loopOuts.isHash}
        or exists (select from invoice_destinations d where d.kind = 'payment-hash' and d.destination = h
          and ((d.merchant_id <> ${merchantId} and d.node = 'shared') or (d.merchant_id = ${merchantId} and d.node = 'own')))
        or exists (select from lnurl_invoices l where l.payment_hash = h
          and ((l.merchant_id <> ${merchantId} and l.node = 'shared') or (l.merchant_id = ${merchantId} and l.node = 'own'))) as others
    from unnest(${[...hashes]}::text[]) h`.execute(db)
  return {
    unbooked: new Set(rows.flatMap(({ hash, booked }) => (booked ? [] : [hash]))),
    isOthers: rows.some(({ booked, others }) => others && !booked),
  }
}

/**
 * Whether one of these payments has no block that we know of, and its invoice was never paid. A payment of an hour ago may be
 * in a wallet that the store no longer has, which would never list it.
 */
export const areUnconfirmed = async (
  db: Db,
  merchantId: number,
  invoiceId: string,
  keys: readonly string[],
): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from invoices i join transactions t on t.invoice_id = i.invoice_id and t.merchant_id = i.merchant_id
    where i.invoice_id = ${invoiceId} and i.merchant_id = ${merchantId} and i.paid_at is null and t.type = 'incoming'
      and t.status = 'pending' and not t.booked and t.seen_at > app_now() - interval '1 hour' and t.engine_key = any(${[...keys]}::text[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Whether a payment hash of the platform's node does not belong to the merchant. */
export const isHashOfOthers = async (deps: Targets, merchantId: number, hash: string): Promise<boolean> =>
  (await findUnbookedHashes(deps, merchantId, [hash])).isOthers

/**
 * On-chain transactions of a merchant that may still change and are not among those shown, the longest unchecked first.
 */
export const findOpenTransactions = async (
  db: Db,
  { merchantId, atStore }: Wallet,
  shown: ReadonlySet<string>,
  most: number,
) => {
  const { rows } = await sql<{ id: number; txid: string; disputed: boolean; isLongGone: boolean }>`
    select id, txid, disputed, coalesce(vanished_at < app_now() - ${sql.lit(longGone)}::interval, false) as is_long_gone
    from transactions
    where merchant_id = ${merchantId} and at_store is not distinct from ${atStore}::int and not final
      and method = 'on-chain' and status <> 'failed' and txid <> all(${[...shown]}::text[])
    order by looked_up_at nulls first, id limit ${most}`.execute(db)
  return rows
}

/**
 * A wallet that has not known a transaction for this long has seen about 36 blocks without it. If nobody can name the
 * transaction that took its coins, it counts as lost. If it confirms after all, it counts again.
 */
const longGone = '6 hours'

/** What happens in a merchant's store, which decides when it is read again. */
export const activityOf = ({ store, merchantId }: { store: Store; merchantId: number }): RawBuilder<Activity> =>
  sql`store_activity(${store.id}, ${merchantId})`

/** Whether the newest transactions of a wallet can tell that nothing changed: all that we know of it is final and explained. */
export const isSettled = async (db: Db, { merchantId, atStore }: Wallet): Promise<boolean> => {
  const { rows } = await sql`
    select from transactions where merchant_id = ${merchantId} and at_store is not distinct from ${atStore}::int
      and not final and status <> 'failed'
    union all
    select where has_outputs_due(${merchantId}, ${atStore}::int) limit 1`.execute(db)
  return rows.length === 0
}

/** Whether this wallet has sends that are not deep in the chain yet. */
export const hasOpenSends = async (tx: Tx, storeRef: number): Promise<boolean> => {
  const { rows } = await sql`
    select from sends where (store_ref = ${storeRef} or kind = 'sweep') and final_at is null and confirmations < 6 limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** An invoice to read, and whether it needs no confirmation. */
export type ToSync = ToRead & { isEarly?: boolean }

export type SyncWork = {
  /** How many transactions of the page are new, and whether all are known and too deep to change. */
  unknown: number
  isFinal: boolean
  invoices: ToSync[]
  /** Whether an attempt of an invoice with a due date is to be read. */
  hasAttempts: boolean
  /** Whether payments are to be asked for their outputs, or the merchant is to be told what was found. */
  hasOutputsDue: boolean
  /** Whether something may change, and the merchant has attempts whose price has ended. */
  mayBeLate: boolean
  /** Whether the page differs from what is saved. */
  isNew: boolean
  /** Whether coins and balance are to be read although nothing is new. */
  areFundsDue: boolean
  /** When this was found. */
  at: Date
}

/** A page of a wallet's history. `isFirst` also notices what the page no longer shows. */
export type PageToExamine = { transactions: readonly WalletTransactionReading[]; isFirst: boolean }

/** What a sync does with a page of a wallet, in one query. */
export const findSyncWork = async (
  db: Db,
  { store, merchantId }: { store: Store; merchantId: number },
  { transactions: page, isFirst }: PageToExamine,
  hints: { told: readonly string[]; addresses: readonly string[] },
): Promise<SyncWork> => {
  const shown = page.map(({ txid, amountSats, confirmations, blockHeight }) => ({
    ...{ txid, sats: amountSats.toString(), confirmations, height: blockHeight },
  }))
  const txids = [...new Set(page.map(({ txid }) => txid))]
  const labelled = [...new Set(page.flatMap(({ invoiceIds }) => invoiceIds))]
  const { rows } = await sql<{
    known: number
    final: number
    invoiceIds: string[]
    early: string[]
    pendingInvoices: string[]
    pendingKeys: string[]
    hasAttempts: boolean
    hasOutputsDue: boolean
    hasEnded: boolean
    orderIds: (string | null)[]
    isNew: boolean
    areFundsDue: boolean
    at: Date
  }>`
    ${planKept} select w.*, engine_order_ids(w.invoice_ids) as order_ids, app_now() as at,
      (select are_funds_due(s) from stores s where s.id = ${store.id}) as are_funds_due,
      wallet_differs(${merchantId}, ${atStoreOf(store)}::int, ${JSON.stringify(shown)}, ${isFirst}, ${page.length < pageSize})
        as is_new,
      exists (select from invoice_attempts a where a.merchant_id = ${merchantId}
      and a.engine_invoice_id is not null and a.expires_at <= app_now()) as has_ended
    from find_sync_work(${store.id}, ${merchantId}, ${[...new Set(hints.told)]}::text[], ${txids}::text[],
      ${labelled}::text[], ${[...new Set(hints.addresses)]}::text[], ${mostAtOnce}) w`.execute(db)
  const [found] = rows
  if (!found) throw new Error(`store ${store.id} does not exist`)
  const pending = new Map<string, string[]>()
  for (const [index, id] of found.pendingInvoices.entries()) {
    pending.set(id, [...(pending.get(id) ?? []), found.pendingKeys[index] ?? ''])
  }
  const { known, final, invoiceIds, early, hasAttempts, hasOutputsDue, hasEnded, orderIds, ...rest } = found
  const [unknown, isFinal] = [txids.length - known, final === txids.length]
  const invoices = invoiceIds.map((id, index) => ({
    engineInvoiceId: id,
    orderId: orderIds[index] ?? null,
    pendingKeys: pending.get(id) ?? [],
    isEarly: early.includes(id),
  }))
  const { isNew, areFundsDue, at } = rest
  const mayBeLate = hasEnded && !isFinal
  return { unknown, isFinal, invoices, hasAttempts, hasOutputsDue, mayBeLate, isNew, areFundsDue, at }
}

/**
 * Which invoices of a merchant should be read: named by a webhook, labeled in the wallet and not settled, due, or paid
 * to one of their addresses without a recorded payment.
 */
export const findInvoicesToRead = async (
  db: Db,
  { merchantId, atStore }: Wallet,
  hints: { told: readonly string[]; labelled: readonly string[]; addresses: readonly string[] },
): Promise<string[]> => {
  const { rows } = await sql<{ invoiceId: string }>`
    select invoice_id from find_invoices_to_read(${merchantId}, ${atStore}::int, ${[...new Set(hints.told)]}::text[],
      ${[...new Set(hints.labelled)]}::text[], ${[...new Set(hints.addresses)]}::text[], ${mostAtOnce})`.execute(db)
  return rows.map(({ invoiceId }) => invoiceId)
}

/** The incoming transactions of an invoice, as far as they say whether they still count. */
export const findInvoiceRows = (db: Db, merchantId: number, invoiceId: string) =>
  db
    .selectFrom('transactions')
    .select(['engineKey', 'status', 'disputed'])
    .where('merchantId', '=', merchantId)
    .where('invoiceId', '=', invoiceId)
    .where('type', '=', 'incoming')
    .execute()

/** Which attempts of a merchant's invoices should be read from this store: named by a webhook, or due. */
export const findAttemptsToRead = async (
  db: Db,
  merchantId: number,
  { serverUrl, storeId }: { serverUrl: string; storeId: string },
  told: readonly string[],
): Promise<ToRead[]> => {
  const { rows } = await sql<AttemptToRead & { engineInvoiceId: string; engineOrderId: string }>`
    select a.*, i.invoice_id, i.closed_at is not null as is_closed,
      coalesce(i.options ->> 'orderId', i.metadata ->> 'orderId', a.order_id) as engine_order_id
    from invoice_attempts a join invoices i on i.id = a.invoice_ref
    where a.server_url = ${serverUrl} and a.store_id = ${storeId} and a.id in (
      select id from invoice_attempts where merchant_id = ${merchantId} and engine_invoice_id = any(${[...told]}::text[])
      union
      (select id from invoice_attempts where merchant_id = ${merchantId} and check_due_at <= app_now()
        -- The merchant may have moved to another store since.
        and server_url = ${serverUrl} and store_id = ${storeId}
        order by check_due_at limit ${mostAtOnce}))
    order by a.check_due_at nulls last limit ${mostAtOnce}`.execute(db)
  return rows.map(({ engineOrderId: orderId, ...attempt }) => ({
    ...{ engineInvoiceId: attempt.engineInvoiceId, orderId, attempt },
  }))
}

/** Each costs a request to the explorer. */
const mostLateLooking = 20

/** Transactions of a page that pay an attempt whose price has ended and that are not booked yet. */
export const findLateLooking = async (
  db: Db,
  merchantId: number,
  page: readonly { txid: string }[],
  coins: readonly { txid: string; outpoint: string; address: string }[],
): Promise<string[]> => {
  const txids = new Set(page.map(({ txid }) => txid))
  const own = coins.filter(({ txid }) => txids.has(txid))
  const columns = [
    sql`${own.map(({ txid }) => txid)}::text[]`,
    sql`${own.map(({ outpoint }) => outpoint)}::text[]`,
    sql`${own.map(({ address }) => address)}::text[]`,
  ]
  const { rows } = await sql<{ txid: string }>`
    select c.txid from unnest(${sql.join(columns)}) c (txid, outpoint, address)
      join invoice_destinations d on d.kind = 'address' and d.destination = c.address and d.merchant_id = ${merchantId}
      join invoice_attempts a on a.id = d.attempt_id
    where a.expires_at <= app_now() and not exists (select from transactions t
      where t.merchant_id = ${merchantId} and t.type = 'incoming' and t.engine_key = c.outpoint and (t.booked or t.final))
    union
    select t.txid from transactions t join invoice_attempts a on a.id = t.attempt_id
    where t.merchant_id = ${merchantId} and t.txid = any(${[...txids]}::text[]) and t.method = 'on-chain'
      and not t.booked and not t.final and a.expires_at <= app_now()
    limit ${mostLateLooking}`.execute(db)
  return rows.map(({ txid }) => txid)
}
