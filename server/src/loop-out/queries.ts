import type { Answer } from '@bitquay/contract/call'
import type { AdminLoopOutRequest, countLoopOuts as countCall, LoopOutRequest } from '@bitquay/contract/loop-out'
import { fromSats } from '@bitquay/contract/money'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Send } from '../sends/index.ts'

export type LoopOutRow = Omit<AdminLoopOutRequest, 'createdAt' | 'processedAt' | 'amountBtc' | 'networkFeeBtc'> & {
  createdAt: Date
  processedAt: Date | null
  amountSats: bigint
  networkFeeSats: bigint | null
}

/** The newest finished requests are enough, but the oldest open ones must always be listed. */
const most = 500

export const listLoopOuts = async (db: Db): Promise<AdminLoopOutRequest[]> => {
  const open = sql`
    select id from lightning_loop_out_requests where status in ('pending', 'executing') order by id limit ${most}`
  const newest = sql`select id from lightning_loop_out_requests order by id desc limit ${most}`
  return (await readRows(db, sql`l.id in ((${open}) union (${newest}))`, sql`l.id desc`)).map(presentLoopOut)
}

export const listPendingLoopOuts = async (db: Db): Promise<AdminLoopOutRequest[]> =>
  (await readRows(db, sql`l.status = 'pending'`, sql`l.id limit ${most}`)).map(presentLoopOut)

export const findLoopOutView = async (db: Db, id: number): Promise<AdminLoopOutRequest | undefined> =>
  (await readRows(db, sql`l.id = ${id}`, sql`l.id`)).map(presentLoopOut)[0]

export const listLoopOutsOf = async (db: Db, merchantId: number): Promise<LoopOutRequest[]> =>
  (await readRows(db, sql`l.merchant_id = ${merchantId}`, sql`l.id desc limit ${most}`))
    .map(presentLoopOut)
    .map(ofMerchant)

export const countLoopOuts = async (db: Db): Promise<Answer<typeof countCall>> => {
  const { rows } = await sql<Answer<typeof countCall>>`
    select count(*)::int as total, (count(*) filter (where status = 'pending'))::int as pending,
      (count(*) filter (where status = 'completed'))::int as completed
    from lightning_loop_out_requests`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('nothing was counted')
  return counts
}

/** Leaves out who works on the request and its problems, which only admins may see. */
export const ofMerchant = (request: AdminLoopOutRequest): LoopOutRequest => ({
  id: request.id,
  merchantId: request.merchantId,
  lightningBalanceBtc: request.lightningBalanceBtc,
  lightningBalanceUsd: request.lightningBalanceUsd,
  onChainAddress: request.onChainAddress,
  status: request.status,
  createdAt: request.createdAt,
  processedAt: request.processedAt,
  adminNotes: request.adminNotes,
  carriedOut: request.carriedOut,
  txid: request.txid,
  sendStatus: request.sendStatus,
  networkFeeBtc: request.networkFeeBtc,
})

const readRows = (db: Db, where: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  readLoopOuts(db, sql`select l.id from lightning_loop_out_requests l where ${where}`, order)

/** Joins what administrators see of the requests that were found. */
export const readLoopOuts = async (db: Db, found: RawBuilder<unknown>, order: RawBuilder<unknown>) => {
  const { rows } = await sql<LoopOutRow>`
    select l.id, l.merchant_id, l.lightning_balance_btc, l.lightning_balance_usd, l.on_chain_address, l.status, l.created_at,
      l.processed_at, l.admin_notes, l.carried_out, l.requested_by, l.node, l.amount_sats, l.first_leg, l.problem,
      m.store_name, m.email, a.name as processed_by, s.txid, s.status as send_status, s.network_fee_sats
    from (${found}) found join lightning_loop_out_requests l on l.id = found.id join merchants m on m.id = l.merchant_id
      left join admins a on a.id = l.processed_by
      left join lateral (
        select txid, status, network_fee_sats from sends where loop_out_id = l.id order by id desc limit 1
      ) s on true
    order by ${order}`.execute(db)
  return rows
}

/** As administrators see it. */
export const presentLoopOut = ({ amountSats, networkFeeSats, ...row }: LoopOutRow): AdminLoopOutRequest => ({
  ...row,
  amountBtc: fromSats(amountSats),
  networkFeeBtc: networkFeeSats === null ? null : fromSats(networkFeeSats),
  createdAt: row.createdAt.toISOString(),
  processedAt: row.processedAt?.toISOString() ?? null,
})

/** Finds the payment of a loop-out that is on its way or has arrived. There is at most one. */
export const findLiveSendOf = async (tx: Tx, loopOutId: number): Promise<Send | undefined> =>
  (await tx
    .selectFrom('sends')
    .selectAll()
    .where('loopOutId', '=', loopOutId)
    .where('status', 'not in', ['failed', 'cancelled'])
    .executeTakeFirst()) as Send | undefined
