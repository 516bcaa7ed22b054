import { firstPriceUsd, type getWallet } from '@bitquay/contract/balances'
import type { Answer } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { readAvailable } from '../sends/index.ts'

type FormerWallet = Answer<typeof getWallet>['former'][number]
type Row = Pick<FormerWallet, 'id' | 'recoveryWords' | 'isSending' | 'stale'> & {
  since: Date
  balanceSats: bigint
  syncedAt: Date | null
  isWatched: boolean
  /** Nothing can be sent here from a wallet that only its owner has the keys of. */
  isOwn: boolean
  price: string | null
}

/** Wallets that a merchant has left: those that are still watched, and those whose recovery phrase nobody has seen. */
export const readFormerWallets = async (db: Db, merchantId: number): Promise<FormerWallet[]> => {
  const { rows } = await sql<Row>`
    select s.id, s.former_since as since, s.balance_sats, s.synced_at, s.status = 'ready' as is_watched, s.own_wallet is not null as is_own,
      s.status = 'ready' and is_sync_late(s) as stale,
      case when s.recovery_words is not null then 'waiting' when s.recovery_words_read_at is not null then 'read' else 'elsewhere' end as recovery_words,
      exists (select from sends x where x.store_ref = s.id and x.final_at is null
        and x.status in ('requested', 'signed', 'broadcast')) as is_sending,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price
    from stores s where s.merchant_id = ${merchantId} and s.standing = 'former'
      and (s.status = 'ready' or (s.recovery_words is not null and s.synced_at is not null))
    order by s.id`.execute(db)
  return Promise.all(rows.map((row) => present(db, row)))
}

const present = async (db: Db, row: Row): Promise<FormerWallet> => {
  const { id, recoveryWords, isSending, stale, since, balanceSats, syncedAt, isWatched, isOwn, price } = row
  const usd = (sats: bigint) => fromCents(centsOfSats(sats, toCents(price ?? firstPriceUsd)))
  const { spendableSats, heldSats, networkFeeSats } = await readAvailable(db, id)
  const leftSats = isWatched && !isOwn ? spendableSats - heldSats - networkFeeSats : 0n
  const sendableSats = leftSats > 0n ? leftSats : 0n
  return {
    ...{ id, recoveryWords, isSending, stale },
    since: since.toISOString(),
    ...{ btc: fromSats(balanceSats), usd: usd(balanceSats) },
    ...{ sendableBtc: fromSats(sendableSats), sendableUsd: usd(sendableSats) },
    asOf: syncedAt?.toISOString() ?? null,
  }
}
