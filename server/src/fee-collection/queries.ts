import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { payingStore } from '../stores/index.ts'

/**
 * How much of a merchant's money is not yet assigned to a fee: its credit and its sweeps on their way, including one
 * that was just requested, minus the fees that those sweeps collect.
 */
export const coveredFees = (merchantId: RawBuilder<number>) => sql<bigint>`
  (coalesce((select collected_sats - assigned_sats from fee_collections where merchant_id = ${merchantId}), 0)
    + coalesce((select sum(amount_sats) from sends
      where merchant_id = ${merchantId} and kind = 'sweep' and status in ('requested', 'signed', 'broadcast')), 0)
    - coalesce((select sum(due_sats(f) - f.reserved_sats) from fee_transactions f
      where f.merchant_id = ${merchantId} and not f.processed and f.swept_by is not null and f.reversed_at is null), 0)
    )::bigint`

export const readCoveredFees = async (db: Db, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`select ${coveredFees(sql`${merchantId}::int`)} as sats`.execute(db)
  return rows[0]?.sats ?? 0n
}

/** How much of a merchant's fees a sweep has paid off: what its booking took from them. */
export const readPaidOff = async (tx: Tx, { transferId }: { transferId: bigint | null }): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(-sum(e.amount_sats), 0)::bigint as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = ${transferId} and a.owner_kind = 'merchant'`.execute(tx)
  return rows[0]?.sats ?? 0n
}

/**
 * Finds merchants with uncollected fees, for partners whose shares wait for them. Merchants on the platform's own
 * servers come first, then those that can pay most, so that claims of a merchant's own server do not delay the others.
 */
export const findMerchantsWithUncollectedFees = async (db: Db, most: number) => {
  const { rows } = await sql<{ merchantId: number; isBeingCollected: boolean }>`
    select a.owner_id as merchant_id, coalesce(bool_or(a.kind = 'collecting'), false) as is_being_collected
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
      join lateral (${payingStore(sql`a.owner_id`)}) s on true
    where a.owner_kind = 'merchant' and a.kind in ('fees-owed', 'collecting') and b.balance_sats > 0
      and (s.spendable_sats > 0 or a.kind = 'collecting')
    group by a.owner_id, s.engine_id, s.spendable_sats
    order by s.engine_id is null, least(sum(b.balance_sats), s.spendable_sats) desc limit ${most}`.execute(db)
  return rows
}
