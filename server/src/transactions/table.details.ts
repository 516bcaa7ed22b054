import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Amounts in satoshis as strings: JSON has no integers of that size. */
export type Details = {
  feeSats: bigint
  sizeBytes: number
  weightUnits: number
  inputs: { address: string | null; sats: string; previousTxid: string; previousIndex: number }[]
  outputs: { address: string | null; sats: string; index: number }[]
}

export const findDetails = async (db: Db, txid: string): Promise<Details | undefined> => {
  const row = await db.selectFrom('transactionDetails').selectAll().where('txid', '=', txid).executeTakeFirst()
  if (!row) return undefined
  return { ...row, inputs: row.inputs as Details['inputs'], outputs: row.outputs as Details['outputs'] }
}

/**
 * Saves an explorer's details, also as the network fee of a send whose fee was unknown. Returns whose transaction it is,
 * so that their screens are updated.
 */
export const saveDetails = async (tx: Tx, txid: string, details: Details): Promise<number[]> => {
  await tx
    .insertInto('transactionDetails')
    .values({
      txid,
      feeSats: details.feeSats,
      sizeBytes: details.sizeBytes,
      weightUnits: details.weightUnits,
      inputs: JSON.stringify(details.inputs),
      outputs: JSON.stringify(details.outputs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { rows } = await sql<{ merchantId: number }>`
    update transactions set details_due_at = null,
      fee_sats = case when ${lacksFee} then ${details.feeSats} else fee_sats end,
      fee_cents = case when ${lacksFee} then round(${details.feeSats}::numeric * btc_price / 1000000) else fee_cents end
    where txid = ${txid} and details_due_at is not null returning merchant_id`.execute(tx)
  return [...new Set(rows.map(({ merchantId }) => merchantId))]
}

const lacksFee = sql`type = 'outgoing' and fee_sats is null`

/** When the next transaction is due. */
export const detailsDueAt = sql`(select min(details_due_at) from transactions)`

/**
 * Claims transactions without details. Each is due again later, after longer pauses the older it is: an explorer
 * answers within moments or never. Merchants take turns, so that one with many does not delay the others. Failed
 * transactions and those with details are left out.
 */
export const claimWithoutDetails = async (tx: Tx, most: number): Promise<string[]> => {
  const { rows } = await sql<{ txid: string; wanted: boolean }>`
    update transactions t set details_due_at = case
        when t.status = 'failed' or t.method <> 'on-chain' or t.seen_at < app_now() - interval '30 days'
          or exists (select from transaction_details d where d.txid = t.txid) then null
        else app_now() + least(greatest((app_now() - t.seen_at) / 4, interval '1 second'), interval '1 day') end
    where t.id in (
      select id from transactions where id in (
        select due.id from merchants m cross join lateral (
          select id, row_number() over (order by details_due_at) as turn from (
            select id, details_due_at from transactions
            where merchant_id = m.id and details_due_at <= app_now() order by details_due_at limit ${most}
          ) first
        ) due
        order by due.turn, random() limit ${most})
      for update skip locked)
    returning t.txid, t.details_due_at is not null as wanted`.execute(tx)
  return [...new Set(rows.flatMap(({ txid, wanted }) => (wanted ? [txid] : [])))]
}
