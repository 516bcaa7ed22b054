import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { spendableOf } from '../stores/index.ts'

/** Something that adds up but that an operator should know. */
export type AuditNote = { topic: string; subject: string; note: string }

const mostNotes = 100

/** Fees that cannot be collected now because the wallet holds less than is owed, largest first. */
export const listAuditNotes = async (db: Db): Promise<AuditNote[]> => {
  const { rows } = await sql<{
    merchantId: number
    name: string
    owedSats: bigint
    coinSats: bigint
    partnerSats: bigint
  }>`
    select m.id as merchant_id, m.store_name as name, b.balance_sats as owed_sats, greatest(s.spendable_sats, 0)::bigint as coin_sats,
      coalesce((select sum(f.partner_sats) from fee_transactions f
        where f.merchant_id = m.id and not f.processed and f.reversed_at is null), 0)::bigint as partner_sats
    from ledger_balances b join ledger_accounts a on a.id = b.account_id and a.owner_kind = 'merchant' and a.kind = 'fees-owed'
      join merchants m on m.id = a.owner_id
      join lateral (${spendableOf(sql`m.id`)}) s on s.spendable_sats is not null
    where b.balance_sats > s.spendable_sats
    order by b.balance_sats - s.spendable_sats desc limit ${mostNotes}`.execute(db)
  return rows.map(({ merchantId, name, owedSats, coinSats, partnerSats }) => ({
    topic: 'Fees that can’t be collected',
    subject: `merchant ${merchantId} (${name})`,
    note: `owes ${owedSats} sats and has ${coinSats} sats in its wallet. ${partnerSats} sats of partner shares depend on it`,
  }))
}
