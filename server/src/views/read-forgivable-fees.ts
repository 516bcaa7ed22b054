import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/**
 * The platform's own part of what a merchant owes: by the ledger, where fees that a sweep is collecting are owed no more,
 * less what partners earned from fees that are still open.
 */
export const readForgivableFees = async (db: Db | Tx, merchantId: number): Promise<bigint> => {
  const { rows } = await sql<{ owed: bigint; partners: bigint }>`
    select
      coalesce((select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = ${merchantId} and a.kind = 'fees-owed'), 0) as owed,
      coalesce((select sum(amount_sats) from sends
        where merchant_id = ${merchantId} and kind = 'sweep' and transfer_id is null and status not in ('failed', 'cancelled')), 0)::bigint as sweeping,
      coalesce((select -sum(e.amount_sats) from fee_transactions f
          join ledger_entries e on e.transfer_id = f.transfer_id
          join ledger_accounts a on a.id = e.account_id and a.kind = 'earned'
        where f.merchant_id = ${merchantId} and not f.processed and f.reversed_at is null and f.swept_by is null), 0)::bigint as partners
  `.execute(db)
  const row = rows[0]
  const open = row ? row.owed - row.partners : 0n
  return open > 0n ? open : 0n
}
