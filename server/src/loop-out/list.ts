import { loopOutList, loopOutStatuses } from '@bitquay/contract/loop-out'
import { sql } from 'kysely'
import { toSearchQuery } from '../platform/db/search-query.ts'
import { isSelective } from '../platform/db/sorted-rows.ts'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { presentLoopOut, readLoopOuts } from './queries.ts'

/** Merchants that match a name. A search with more matches must be more specific. */
const mostMerchants = 100

/** The loop-out requests of all merchants. */
export const requests = serveList(loopOutList, {
  table: sql`lightning_loop_out_requests l`,
  alias: 'l',
  scope: () => sql`true`,
  at: sql`l.created_at`,
  filters: {
    status: (status) => sql`l.status = ${status}`,
    merchantId: (merchantId) => sql`l.merchant_id = ${merchantId}`,
  },
  ways: (search) => {
    const start = `${search.replace(/[\\%_]/g, '\\$&')}%`
    const found = toSearchQuery(search)
    const merchants = sql`
      select id from merchants where search_words(store_name || ' ' || email::text) @@ ${found}::tsquery
      order by id limit ${mostMerchants}`
    return [
      {
        condition: sql`l.on_chain_address like ${/^(bc|tb|bcrt)1/i.test(search) ? start.toLowerCase() : start}`,
        isSelective: isSelective(search),
      },
      ...(found ? [{ condition: sql`l.merchant_id in (${merchants})` }] : []),
    ]
  },
  sorts: { date: { by: sql`l.created_at` }, amount: { by: sql`l.lightning_balance_usd` } },
  read: readLoopOuts,
  show: presentLoopOut,
  file: {},
  /** Counts by status, whatever status is filtered. */
  summarize: async (db, _everyone, { status, ...others }, { where }) => {
    const { rows } = await sql<PartSums>`
      select l.status as part, count(*) as count from lightning_loop_out_requests l
      where ${where(others)} group by l.status`.execute(db)
    const { filtered, counts } = sumParts(rows, loopOutStatuses, status)
    return { filtered, statuses: counts }
  },
})
