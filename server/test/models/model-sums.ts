import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/connect.ts'

/** Satoshis by account, with the sign that the account uses. */
export type Parts = Record<string, bigint>

export const sumOf = (parts: Parts) => Object.values(parts).reduce((sum, sats) => sum + sats, 0n)

/** Sums that are stored next to the accounts, such as what arrived from a merchant. */
const isTally = (name: string) => name.startsWith('~')

export type Sums = ReturnType<typeof makeSums>

/** What every account should hold by the written rules. It knows nothing of transfers and entries. */
export const makeSums = (db: Db, partnerCount: number) => {
  const model = new Map<string, bigint>()
  const schedule = { platform: 3000n, pool: 1000n, withdrawal: 0n }
  const shares = Array.from({ length: partnerCount }, () => ({ share: 2500n, active: true }))

  /** The shares of a pool, each rounded down. */
  const divide = (poolSats: bigint): Parts =>
    Object.fromEntries(
      shares.flatMap(({ share, active }, index) =>
        active ? [[`partner:${index + 1}:earned`, (poolSats * share) / 10_000n]] : [],
      ),
    )
  return {
    schedule,
    shares,
    of: (account: string) => model.get(account) ?? 0n,
    apply: (parts: Parts, sign = 1n) => {
      for (const [account, sats] of Object.entries(parts)) model.set(account, (model.get(account) ?? 0n) + sign * sats)
    },
    /** A fee that a merchant owes. The part of its pool that nobody gets goes to the platform. */
    feeOf: (merchant: number, feeSats: bigint, poolSats: bigint): Parts => {
      const given = divide(poolSats)
      return {
        [`merchant:${merchant}:fees-owed`]: feeSats,
        ...given,
        'platform:0:revenue': feeSats - sumOf(given),
      }
    },
    compare: async () => {
      const { rows } = await sql<{ account: string; sats: bigint }>`
        select a.owner_kind || ':' || a.owner_id || ':' || a.kind as account, (k.normal_sign * sum(e.amount_sats))::bigint as sats
        from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_account_kinds k on k.kind = a.kind
        group by 1, k.normal_sign having sum(e.amount_sats) <> 0 order by 1`.execute(db)
      const expected = [...model]
        .filter(([account, sats]) => sats !== 0n && !isTally(account))
        .sort(([a], [b]) => (a < b ? -1 : 1))
      expect(rows.map(({ account, sats }) => [account, sats])).toEqual(expected)
    },
  }
}
