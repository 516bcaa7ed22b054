import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFuzz } from '../test/fuzz-v1.ts'
import { type Money, startMoney } from '../test/money.ts'

let money: Money
let fuzz: Awaited<ReturnType<typeof startFuzz>>
beforeAll(async () => {
  money = await startMoney()
  fuzz = await startFuzz(money)
})
afterAll(() => money.close())

/** A few requests of each operation. The long test sends many. */
const sample = { seed: 20_261_116, count: 3 }

test('no operation fails, answers with an undeclared status or differs from its schema', async () => {
  expect(fuzz.operations.length).toBeGreaterThan(30)
  const faults: string[] = []
  for (const operation of fuzz.operations) faults.push(...(await fuzz.run(operation, sample)))
  expect(faults).toEqual([])
}, 180_000)
