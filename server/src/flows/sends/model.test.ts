import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { command } from '../../../test/money-commands.ts'
import { makeMoneyModel } from '../../../test/money-model.ts'
import { auditLedger } from '../../views/audit-ledger.ts'

test('thousands of random commands keep every balance equal to a simple model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 250, maxLength: 250, size: 'max' }), async (commands) => {
      const database = await openTestDatabase()
      try {
        const { run, compare } = await makeMoneyModel(database.db)
        for (const [index, one] of commands.entries()) {
          await run(one)
          if (index % 10 === 9) await compare()
        }
        await compare()
        expect((await auditLedger(database.db)).findings).toEqual([])
      } finally {
        await database.close()
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 300_000)
