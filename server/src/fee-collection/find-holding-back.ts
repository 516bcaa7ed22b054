import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/**
 * Merchants whose fees are open, for partners whose shares wait for them. Those that the platform's server vouches for
 * come first, then those that can pay most: claims of a merchant's own server keep nobody else from being collected.
 */
export const findHoldingBack = async (db: Db, most: number) => {
  const { rows } = await sql<{ merchantId: number; isBeingCollected: boolean }>`
    select a.owner_id as merchant_id, coalesce(bool_or(a.kind = 'collecting'), false) as is_being_collected
    from ledger_balances b join ledger_accounts a on a.id = b.account_id
      join stores s on s.merchant_id = a.owner_id and s.status = 'ready'
    where a.owner_kind = 'merchant' and a.kind in ('fees-owed', 'collecting') and b.balance_sats > 0
      and (s.spendable_sats > 0 or a.kind = 'collecting')
    group by a.owner_id, s.server_url, s.spendable_sats
    order by (select rtrim(p.server_url, '/') from stores p where p.merchant_id is null) is distinct from rtrim(s.server_url, '/'),
      least(sum(b.balance_sats), s.spendable_sats) desc limit ${most}`.execute(db)
  return rows
}
