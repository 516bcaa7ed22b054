import type { RestorePart } from '@bitquay/contract/restores'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Details } from '../transactions/index.ts'

export type ClaimKind = 'send' | 'refund'

export type Claim = {
  kind: ClaimKind
  id: number
  type: 'withdrawal' | 'refund' | 'payout' | 'sweep' | 'loop-out'
  storeRef: number
  merchantId: number | null
  /** Whose money it is. */
  owner: string
  /** The customer of a refund, or what the requester wrote. */
  about: string | null
  address: string | null
  amountSats: bigint
  amountUsd: string
  networkFeeFrom: 'wallet' | 'amount'
  requestedAt: Date
  /** Whether the wallet was synced since the restore. Before that nobody can know whether it was paid. */
  isSynced: boolean
  /** Whether it is on one of the platform's servers. */
  isOurs: boolean
  decision: 'paid' | 'pay' | 'cancel' | null
  txid: string | null
}

export type UnknownTransaction = {
  storeRef: number
  merchantId: number | null
  owner: string
  txid: string
  leftSats: bigint
  seenAt: Date
  /** What of it arrived in the platform's wallet. */
  arrivedSats: bigint | null
  details: Omit<Details, 'sizeBytes'> | undefined
  /** The partner who was paid at one of its addresses before. */
  partnerId: number | null
}

export type WaitingSend = Pick<Claim, 'id' | 'storeRef' | 'owner' | 'address' | 'amountSats' | 'networkFeeFrom'> & {
  kind: Exclude<Claim['type'], 'refund'>
}

const mostRows = 500

const last = sql`(select * from restores order by id desc limit 1)`

const isSynced = sql`(s.synced_at >= r.restored_at and s.history_skip is null)`

const selectClaims = (decided: RawBuilder<unknown>) => sql<Claim>`
  select * from (
    select 'send' as kind, x.id, x.kind as type, s.id as store_ref, x.merchant_id, coalesce(m.store_name, p.name, '') as owner,
      x.description as about, x.address, x.amount_sats, x.amount_usd, x.network_fee_from, x.requested_at,
      ${isSynced} as is_synced, s.engine_id is not null as is_ours, c.decision, c.txid
    from ${last} r, sends x join stores s on s.id = x.store_ref
      left join merchants m on m.id = x.merchant_id left join partners p on p.id = x.partner_id
      left join restored_claims c on c.restore_id = (select max(id) from restores) and c.kind = 'send' and c.claim_id = x.id
    where x.kind not in ('bump', 'cancel') and (c.decision is not null or (x.final_at is null and x.status = 'requested' and x.requested_at < r.restored_at))
    union all
    select 'refund', f.id, 'refund', s.id, f.merchant_id, m.store_name, f.customer_email, f.address, f.amount_sats, f.amount_usd,
      'wallet', f.offered_at, ${isSynced}, s.engine_id is not null, c.decision, c.txid
    from ${last} r, refunds f join merchants m on m.id = f.merchant_id
      join stores s on s.merchant_id = f.merchant_id and s.standing = 'current'
      left join restored_claims c on c.restore_id = (select max(id) from restores) and c.kind = 'refund' and c.claim_id = f.id
    where c.decision is not null or (f.offered_at < r.restored_at
      and ((f.status = 'offered' and f.expires_at > app_now()) or (f.status = 'claimed' and f.send_id is null)))
  ) claims where ${decided}`

/** What waits from before the restore, and what was decided about it. Undecided ones come first. */
export const findClaims = async (db: Db): Promise<Claim[]> => {
  const { rows } =
    await sql<Claim>`${selectClaims(sql`true`)} order by decision is not null, is_ours desc, requested_at desc limit ${mostRows}`.execute(
      db,
    )
  return rows
}

export const findClaim = async (db: Db, kind: ClaimKind, id: number): Promise<Claim | undefined> => {
  const { rows } = await selectClaims(sql`kind = ${kind} and id = ${id}`).execute(db)
  return rows[0]
}

const selectUnknown = (where: RawBuilder<unknown>, from: string) => sql<
  Omit<UnknownTransaction, 'details'> & { known: boolean } & Omit<Details, 'sizeBytes'>
>`
  select u.store_ref, u.merchant_id, coalesce(m.store_name, '') as owner, u.txid, u.left_sats, u.seen_at,
    case when a.amount_sats > 0 then a.amount_sats end as arrived_sats, d.txid is not null as known, d.fee_sats, d.weight_units, d.inputs, d.outputs,
    (select x.partner_id from sends x where u.merchant_id is null and x.kind = 'payout'
      and x.address = any(select jsonb_path_query(d.outputs, '$[*].address') #>> '{}') order by x.id desc limit 1) as partner_id
  from ${sql.table(from)} u join stores s on s.id = u.store_ref left join merchants m on m.id = u.merchant_id
    left join platform_transactions a on a.txid = u.txid left join transaction_details d on d.txid = u.txid
  where ${where} order by s.engine_id is null, u.seen_at desc, u.txid limit ${mostRows}`

/** What left a wallet after the backup, and nobody has said what it was. */
export const findUnknown = async (
  db: Db,
  where: RawBuilder<unknown> = sql`true`,
  from: 'unknown_transactions' | 'unexplained_spendings' = 'unknown_transactions',
): Promise<UnknownTransaction[]> => {
  const { rows } = await selectUnknown(where, from).execute(db)
  return rows.map(({ known, feeSats, weightUnits, inputs, outputs, ...row }) => ({
    ...row,
    details: known ? { feeSats, weightUnits, inputs, outputs } : undefined,
  }))
}

export const findUnknownOf = async (db: Db, storeRef: number, txid: string): Promise<UnknownTransaction | undefined> =>
  (await findUnknown(db, sql`u.store_ref = ${storeRef} and u.txid = ${txid}`))[0]

/** What left the platform's own wallet at any time, and nobody has said what it was. */
export const findSpendings = (db: Db): Promise<UnknownTransaction[]> =>
  findUnknown(db, sql`true`, 'unexplained_spendings')

export const findSpending = async (db: Db, txid: string): Promise<UnknownTransaction | undefined> =>
  (await findUnknown(db, sql`u.txid = ${txid}`, 'unexplained_spendings'))[0]

/** Sends of a wallet that wait, which a transaction may have paid. A bump isn't asked for by anybody. */
export const findWaitingSends = async (db: Db, storeRef: number): Promise<WaitingSend[]> => {
  const { rows } = await sql<WaitingSend>`
    select x.id, x.kind, x.store_ref, coalesce(m.store_name, p.name, '') as owner, x.address, x.amount_sats, x.network_fee_from
    from sends x left join merchants m on m.id = x.merchant_id left join partners p on p.id = x.partner_id
    where x.store_ref = ${storeRef} and x.status = 'requested' and x.final_at is null and x.kind not in ('bump', 'cancel')
    order by x.id limit ${mostRows}`.execute(db)
  return rows
}

export type DecidedTransaction = {
  storeRef: number
  merchantId: number | null
  owner: string
  txid: string
  recordedAs: string
}

/** Transactions that somebody recorded as something. Those that paid a claim are shown with it. */
export const findRecorded = async (db: Db): Promise<DecidedTransaction[]> => {
  const { rows } = await sql<DecidedTransaction>`
    select d.store_ref, s.merchant_id, coalesce(m.store_name, '') as owner, d.txid, coalesce(x.kind, 'outside') as recorded_as
    from restored_transactions d join stores s on s.id = d.store_ref left join merchants m on m.id = s.merchant_id
      left join sends x on x.id = d.send_id
    where d.restore_id = (select max(id) from restores)
      and not exists (select from restored_claims c where c.restore_id = d.restore_id and c.txid = d.txid)
    order by d.decided_at desc limit ${mostRows}`.execute(db)
  return rows
}

export const findMismatches = (db: Db, restoreId: number) =>
  db.selectFrom('restoredMismatches').select(['kind', 'claimId', 'txid']).where('restoreId', '=', restoreId).execute()

/** Stores that have not been synced since the restore. Nothing leaves them. */
export const countUnsyncedStores = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${last} r, stores s
    where s.status = 'ready' and s.created_at < r.restored_at and not coalesce(${isSynced}, false)`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * How many payments and transactions there are, and how many somebody must still decide on before payouts resume. Those
 * of stores that can't be synced, or that are on a merchant's own server, which may report anything, don't count: they stay
 * paused by themselves, and one server must not stop everybody else.
 */
export const countMoney = async (db: Db): Promise<RestorePart[]> => {
  const { rows } = await sql<RestorePart>`
    select kind, count(*)::int as total, count(*) filter (where is_open)::int as left from (
      select case type when 'refund' then 'refunds' else 'payouts' end as kind, decision is null as is_open
      from (${selectClaims(sql`decision is not null or (is_synced and is_ours)`)}) claims
      union all select 'transactions', true from unknown_transactions u join stores s on s.id = u.store_ref
      where s.engine_id is not null
      union all select 'transactions', false from restored_transactions d
      where d.restore_id = (select max(id) from restores)
        and not exists (select from restored_claims c where c.restore_id = d.restore_id and c.txid = d.txid)
    ) items group by kind`.execute(db)
  const kinds = ['refunds', 'payouts', 'transactions'] as const
  return kinds.map((kind) => rows.find((row) => row.kind === kind) ?? { kind, total: 0, left: 0 })
}
