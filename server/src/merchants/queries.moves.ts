import { firstPriceUsd } from '@bitquay/contract/balances'
import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Row = {
  id: number
  standing: 'next' | 'former'
  /** Else it is for another wallet at the same engine. */
  isMove: boolean
  isReady: boolean
  engine: string | null
  since: Date
  balanceSats: bigint
  price: string | null
  problem: string | null
}

/** The store that a merchant is about to get, and those that it has left and that are still watched. */
export const readMove = async (db: Db, merchantId: number): Promise<Pick<MerchantDetail, 'move' | 'formerStores'>> => {
  const { rows } = await sql<Row>`
    select s.id, s.standing, s.engine_id is distinct from (
        select engine_id from stores where merchant_id = s.merchant_id and standing = 'current') as is_move, s.status = 'ready' as is_ready, e.name as engine, coalesce(s.former_since, s.created_at) as since,
      s.balance_sats, (select price from prices where currency = 'USD' order by at desc limit 1) as price,
      (select f.last_error from work_failures f where f.worker = 'provision-stores' and f.item = 'move ' || s.id) as problem
    from stores s left join engines e on e.id = s.engine_id
    where s.merchant_id = ${merchantId} and s.standing <> 'current' and s.status <> 'left'
    order by s.id`.execute(db)
  const next = rows.find(({ standing, isMove }) => standing === 'next' && isMove)
  return {
    move: next
      ? {
          engine: next.engine ?? '',
          since: next.since.toISOString(),
          isWaiting: next.isReady,
          problem: next.isReady ? null : next.problem,
        }
      : null,
    formerStores: rows
      .filter(({ standing }) => standing === 'former')
      .map(({ id, engine, since, balanceSats, price }) => ({
        id,
        engine: engine ?? '',
        since: since.toISOString(),
        balance: {
          btc: fromSats(balanceSats),
          usd: fromCents(centsOfSats(balanceSats, toCents(price ?? firstPriceUsd))),
        },
      })),
  }
}
