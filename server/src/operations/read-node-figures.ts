import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/**
 * What the platform's Lightning node last said that its channels hold, beside the ledger's figure. For the operator to know
 * and no finding: channels are opened, closed and rebalanced, and routing is paid for, outside the ledger.
 */
export const readNodeFigures = async (db: Db): Promise<{ nodeBtc: string; ledgerBtc: string } | undefined> => {
  const { rows } = await sql<{ nodeSats: bigint; ledgerSats: bigint }>`
    select c.node_local_sats as node_sats, coalesce((
      select sum(e.amount_sats) from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where a.owner_kind = 'platform' and a.kind = 'lightning-node'), 0)::bigint as ledger_sats
    from engine_checks c where c.node_local_sats is not null`.execute(db)
  const [figures] = rows
  return figures && { nodeBtc: fromSats(figures.nodeSats), ledgerBtc: fromSats(figures.ledgerSats) }
}
