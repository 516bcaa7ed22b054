import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { AccountKind, Owner } from './table.ts'

/** Returns the balance of an account that has one, with its normal sign. */
export const findBalance = async (db: Db, owner: Owner, account: AccountKind): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select b.balance_sats as sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_kind = ${owner.kind} and a.owner_id = ${owner.kind === 'platform' ? 0 : owner.id} and a.kind = ${account}
  `.execute(db)
  return rows[0]?.sats ?? 0n
}

export const findTransfer = async (db: Db, kind: string, reference: string): Promise<bigint | undefined> =>
  (
    await db
      .selectFrom('ledgerTransfers')
      .select('id')
      .where('kind', '=', kind)
      .where('reference', '=', reference)
      .executeTakeFirst()
  )?.id
