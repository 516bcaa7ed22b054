import { firstPriceUsd } from '@bitquay/contract/balances'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { type Available, readAvailable } from '../sends/index.ts'

type Row = {
  ready: boolean
  balanceSats: bigint | null
  storeRef: number | null
  feesOwedSats: bigint | null
  lightningSats: bigint | null
  holdSats: bigint | null
  payableSats: bigint | null
  lightning: 'none' | 'shared' | 'own' | null
  lightningAvailable: boolean | null
  syncedAt: Date | null
  stale: boolean | null
  price: string | null
  storeId: string | null
  storeName: string
  words: 'waiting' | 'read' | 'elsewhere'
  holder: 'platform' | 'merchant' | 'own-server'
}

export type MerchantMoney = ReturnType<typeof toMoney>

/** A merchant's balances as stored in our tables, with the time of the last sync. */
export const readMoney = async (db: Db, merchantId: number): Promise<MerchantMoney> => {
  const { rows } = await sql<Row>`
    select coalesce(s.status = 'ready', false) as ready, s.balance_sats, s.id as store_ref, s.lightning, s.lightning_available, s.synced_at, s.store_id,
      is_sync_late(s) as stale, m.store_name,
      case when s.recovery_words is not null then 'waiting' when s.recovery_words_read_at is not null then 'read' else 'elsewhere' end as words,
      case when s.own_wallet is not null then 'merchant' when s.engine_id is null then 'own-server' else 'platform' end as holder,
      (select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'fees-owed') as fees_owed_sats,
      case when s.lightning = 'own' then s.node_sats else
        (select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
          where a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'lightning') end as lightning_sats,
      (select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'loop-out-hold') as hold_sats,
      -- What the platform owes for a loop-out, until the wallet shows the transaction that pays it.
      (select b.balance_sats from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.owner_kind = 'merchant' and a.owner_id = m.id and a.kind = 'loop-out-payable' and b.balance_sats <> 0 and not exists (
          select from sends d join transactions t on t.txid = d.txid and t.merchant_id = m.id and t.type = 'incoming' and t.status <> 'failed'
            where d.kind = 'loop-out' and d.merchant_id = m.id and d.status = 'broadcast')) as payable_sats,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price
    from merchants m left join stores s on s.merchant_id = m.id and s.standing = 'current'
    where m.id = ${merchantId}`.execute(db)
  const row = rows[0]
  if (!row) throw new Error(`merchant ${merchantId} does not exist`)
  return toMoney(row, row.storeRef === null ? undefined : await readAvailable(db, row.storeRef))
}

const toMoney = (row: Row, available: Available | undefined) => {
  const priceCents = toCents(row.price ?? firstPriceUsd)
  const usd = (sats: bigint) => fromCents(centsOfSats(sats, priceCents))
  const balanceSats = row.balanceSats ?? 0n
  const owed = row.feesOwedSats ?? 0n
  const freeSats = available ? available.freeSats - available.networkFeeSats : 0n
  const availableSats = freeSats > 0n ? freeSats : 0n
  // Round down: a cent too many could not be sent.
  const availableUsd = fromCents((availableSats * priceCents) / 100_000_000n)
  const lightningSats = row.lightningSats ?? 0n
  const heldSats = (row.holdSats ?? 0n) + (row.payableSats ?? 0n)
  return {
    configured: row.ready,
    wallet: { id: row.storeId ?? '', name: row.storeName, words: row.words, holder: row.holder },
    onChain: { btc: fromSats(balanceSats), usd: usd(balanceSats) },
    available: { btc: fromSats(availableSats), usd: availableUsd, sats: availableSats },
    feesOwed: { btc: fromSats(owed), usd: usd(owed) },
    lightning: {
      btc: fromSats(lightningSats),
      usd: usd(lightningSats),
      heldBtc: fromSats(heldSats),
      heldUsd: usd(heldSats),
      node: row.lightning ?? ('none' as const),
    },
    /** The cents of both parts, so that they add up where all three are shown. */
    lightningAndHeld: {
      btc: fromSats(lightningSats + heldSats),
      usd: fromCents(toCents(usd(lightningSats)) + toCents(usd(heldSats))),
    },
    lightningAvailable: (row.lightning ?? 'none') !== 'none' && row.lightningAvailable === true,
    asOf: row.syncedAt?.toISOString() ?? null,
    stale: row.stale ?? true,
  }
}
