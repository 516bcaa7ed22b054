import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** The rows that a run of the audit reads. Each part takes the place of a table. */
export type AuditScope = {
  transfers: RawBuilder<unknown>
  entries: RawBuilder<unknown>
  /** Amounts per account that sum up to its balance. */
  movements: RawBuilder<unknown>
  transactions: RawBuilder<unknown>
  fees: RawBuilder<unknown>
  sends: RawBuilder<unknown>
}

/** All history. */
export const everything: AuditScope = {
  transfers: sql`ledger_transfers`,
  entries: sql`ledger_entries`,
  movements: sql`ledger_entries`,
  transactions: sql`transactions`,
  fees: sql`fee_transactions`,
  sends: sql`sends`,
}

/**
 * What came after the last seal, with the sums of the seals in place of older entries. Without a seal it is everything.
 * Records that changed shortly before the seal are included, because they change after their transfer was posted.
 */
export const findNewScope = async (db: Db): Promise<AuditScope> => {
  const { rows } = await sql<{ lastId: bigint; since: Date }>`
    select last_id, sealed_at - interval '1 hour' as since from ledger_seals order by id desc limit 1`.execute(db)
  const [seal] = rows
  if (!seal) return everything
  const { lastId, since } = seal
  return {
    transfers: sql`(select * from ledger_transfers where id > ${lastId})`,
    entries: sql`(select * from ledger_entries where transfer_id > ${lastId})`,
    movements: sql`(
      select account_id, amount_sats, amount_usd from ledger_sealed_sums
      union all
      select account_id, amount_sats, amount_usd from ledger_entries where transfer_id > ${lastId})`,
    transactions: sql`(select * from transactions where id in (
      select id from transactions where transfer_id > ${lastId}
      union select id from transactions where seen_at >= ${since}
      union select x.id from ledger_transfers t join transactions x on x.transfer_id = t.reverses where t.id > ${lastId}))`,
    fees: sql`(select * from fee_transactions where id in (
      select id from fee_transactions where transfer_id > ${lastId}
      union select id from fee_transactions where reversed_at >= ${since}
      union select x.id from ledger_transfers t join fee_transactions x on x.transfer_id = t.reverses where t.id > ${lastId}))`,
    sends: sql`(select * from sends where id in (
      select id from sends where final_at is null
      union select id from sends where final_at >= ${since}
      union select id from sends where transfer_id > ${lastId}))`,
  }
}
