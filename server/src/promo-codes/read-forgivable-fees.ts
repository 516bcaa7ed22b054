import { sql } from 'kysely'
import { readReservedFees } from '../fees/read-reserved-fees.ts'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * The platform's own part of what a merchant owes: by the ledger, where fees that a sweep is collecting are owed no more,
 * less the partners' part of fees that are still open, and less what another promo code has reserved.
 */
export const readForgivableFees = async (db: Db | Tx, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ owed: bigint; partners: bigint; platform: bigint }>`
    select
      coalesce((select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = ${merchantId} and a.kind = 'fees-owed'), 0) as owed,
      coalesce(sum(f.partner_sats), 0)::bigint as partners,
      coalesce(sum(due_sats(f) - f.partner_sats - f.reserved_sats), 0)::bigint as platform
    from fee_transactions f
    where f.merchant_id = ${merchantId} and not f.processed and f.reversed_at is null and f.swept_by is null`.execute(
    db,
  )
  const row = rows[0]
  if (!row) return 0n
  const openSats = row.owed - row.partners - (await readReservedFees(db, merchantId))
  const sats = openSats < row.platform ? openSats : row.platform
  return sats > 0n ? sats : 0n
}
