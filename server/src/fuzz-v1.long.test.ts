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

const seed = Number(process.env.FUZZ_SEED ?? 18)
const count = Number(process.env.FUZZ_COUNT ?? 80)

test('no operation fails, answers with an undeclared status or differs from its schema', async () => {
  const faults: string[] = []
  for (const operation of fuzz.operations) faults.push(...(await fuzz.run(operation, { seed, count })))
  expect(faults, `seed ${seed}`).toEqual([])
})
