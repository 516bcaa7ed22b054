import type { Output } from '@bitquay/contract/call'
import type { getStoreStatus } from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Row = {
  serverDownSince: Date | null
  figuresAt: Date | null
  isPriceMissing: boolean
  priceAt: Date | null
  isRateMissing: boolean
}

/**
 * What works for the store of a merchant. A server of the operator is down as its alert says. A merchant's own server is
 * down when it didn't answer several times in a row. Rates are known of the main server only.
 */
export const readStoreStatus = async (db: Db, merchantId: number): Promise<Output<typeof getStoreStatus>> => {
  const { rows } = await sql<Row>`
    select s.synced_at as figures_at, p.at as price_at,
      case when is_engine_down(e) then coalesce((select since from alerts where kind = 'engine-down' and over_at is null
            and subject = case when e.id = 1 then '' else e.name end), s.synced_at, app_now())
        when s.engine_id is null and s.sync_failures >= 4 and s.sync_error ~ 'BTCPay (unreachable|unknown) ' then s.synced_at
      end as server_down_since,
      case when p.at is null then exists (select from worker_beats where name = 'fetch-prices' and succeeded_at is not null)
        else p.at < app_now() - interval '5 minutes' end as is_price_missing,
      coalesce(e.id = 1 and c.reachable and c.rate_problem is not null, false) as is_rate_missing
    from (select max(at) as at from prices where currency = 'USD') p
      left join stores s on s.merchant_id = ${merchantId} and s.standing = 'current' and s.status = 'ready'
      left join engines e on e.id = s.engine_id
      left join engine_checks c on true
    limit 1`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no status')
  return {
    serverDownSince: row.serverDownSince?.toISOString() ?? null,
    figuresAt: row.figuresAt?.toISOString() ?? null,
    isPriceMissing: row.isPriceMissing,
    priceAt: row.priceAt?.toISOString() ?? null,
    isRateMissing: row.isRateMissing,
  }
}
