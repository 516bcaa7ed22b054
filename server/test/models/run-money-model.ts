import fc from 'fast-check'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { auditLedger } from '../../src/operations/audit-ledger.ts'
import { carryEarnings } from '../../src/partners/worker.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { openTestDatabase } from '../database.ts'
import { command } from './money-commands.ts'
import { makeMoneyModel } from './money-model.ts'

/** Runs random commands on new databases and compares every sum with the model on the way. */
export const runMoneyModel = async (of: { runs: number; commands: number; seed?: number }) => {
  const happened = new Map<string, bigint>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(command, { minLength: of.commands, maxLength: of.commands, size: 'max' }),
      async (commands) => {
        const database = await openTestDatabase()
        try {
          const { run, compare } = await makeMoneyModel(database.db)
          for (const [index, one] of commands.entries()) {
            await run(one)
            if (index % 10 === 9) await compare()
            if (index % 50 === 49) await carryEarnings(database.db).run(new AbortController().signal)
          }
          await compare()
          expect((await auditLedger(database.db)).findings).toEqual([])
          for (const { what, times } of await countOutcomes(database.db))
            happened.set(what, (happened.get(what) ?? 0n) + times)
        } finally {
          await database.close()
        }
      },
    ),
    { numRuns: of.runs, endOnFailure: true, ...(of.seed === undefined ? {} : { seed: of.seed }) },
  )
  // Every case must have happened: a model that never reached one would prove nothing about it.
  for (const [what, times] of happened) expect(times, what).toBeGreaterThan(0n)
}

const countOutcomes = async (db: Db) => {
  const { rows } = await sql<{ what: string; times: bigint }>`
    select 'payouts that confirmed' as what, count(*) as times from sends where kind = 'payout' and status = 'confirmed'
    union all select 'sweeps that arrived short', count(*) from sends s join send_versions v on v.send_id = s.id and v.txid = s.txid
      where s.kind = 'sweep' and s.status = 'confirmed' and v.payee_sats < s.amount_sats * 9 / 10
    union all select 'payouts and withdrawals that were replaced', count(*) from sends s join send_versions v on v.send_id = s.id and v.txid = s.txid
      where s.kind in ('payout', 'withdrawal') and s.status = 'confirmed' and v.raw_transaction is null
    union all select 'codes that forgave fees', count(*) from promo_redemptions where posted_sats > 0
    union all select 'codes that only reserve fees', count(*) from promo_redemptions where given_back_at is null and confirmed_at is null and forgiven_sats > 0
    union all select 'codes that were released', count(*) from promo_redemptions where given_back_at is not null
    union all select 'payments whose coin or label came too late', count(*) from transactions where refiled_at is not null
    union all select 'collected fees', count(*) from fee_transactions where processed and swept_by is not null and reversed_at is null
    union all select 'open fees', count(*) from fee_transactions where not processed and reversed_at is null
    union all select 'shares that are collected no more', count(*) from collected_shares where amount_sats < 0`.execute(
    db,
  )
  return rows
}
