import fc from 'fast-check'
import { expect } from 'vitest'
import { auditLedger } from '../src/views/audit-ledger.ts'
import { carryEarnings } from '../src/workers/carry-earnings.ts'
import { openTestDatabase } from './database.ts'
import { command } from './money-commands.ts'
import { makeMoneyModel } from './money-model.ts'

/** Runs random commands on fresh databases, and compares every sum with the model on the way. */
export const runMoneyModel = (of: { runs: number; commands: number; seed?: number }) =>
  fc.assert(
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
        } finally {
          await database.close()
        }
      },
    ),
    { numRuns: of.runs, endOnFailure: true, ...(of.seed === undefined ? {} : { seed: of.seed }) },
  )
