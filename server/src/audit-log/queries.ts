import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

/** Lists the names of all recorded activity. It reads one index entry per name instead of one per row. */
export const listActivityNames = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ act: string }>`
    with recursive names as (
      (select act from act_log order by act limit 1)
      union all
      select (select l.act from act_log l where l.act > n.act order by l.act limit 1) from names n where n.act is not null
    )
    select act from names where act is not null`.execute(db)
  return rows.map(({ act }) => act)
}

/** From where a send was requested. Null if a program without an address did it. */
export const findSourceAddress = async (
  tx: Tx,
  act: 'withdrawal-requested' | 'partner-withdrawal-requested',
  sendId: number,
): Promise<string | null> => {
  const { rows } = await sql<{ sourceAddress: string | null }>`
    select source_address from act_log
    where act = ${act} and subject_kind = 'send' and subject_id = ${String(sendId)}
    order by id desc limit 1`.execute(tx)
  return rows[0]?.sourceAddress ?? null
}
