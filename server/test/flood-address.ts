import { sql } from 'kysely'
import { expect } from 'vitest'
import { mostOfSource } from '../src/lightning-addresses/require-place.ts'
import type { createAddressStage } from './lightning-addresses.ts'
import { createLnurlClient } from './lnurl-client.ts'
import type { Money } from './money.ts'

const atOnce = 50

/** One source calls an address as fast as it can. Expects few rows, no payment, and room for a customer. */
export const expectBounded = async (
  money: Money,
  { newAddress, pay, watch, paymentsOf, invoicesOf }: ReturnType<typeof createAddressStage>,
  callbacks: number,
) => {
  const { merchantId, address } = await newAddress('flooded')
  const attacker = createLnurlClient(money.server, '198.51.100.9')
  const request = await attacker.read(attacker.resolve(address))
  const limitsBefore = await countLimits(money)
  let [answered, limited] = [0, 0]
  for (let sent = 0; sent < callbacks; sent += atOnce) {
    const amounts = Array.from({ length: atOnce }, (_, i) => BigInt(100_000 + (sent + i) * 1000))
    const answers = await Promise.all(amounts.map((amount) => attacker.get(attacker.callbackOf(request, amount))))
    answered += answers.filter(({ status }) => status === 200).length
    limited += answers.filter(({ status }) => status === 429).length
  }
  expect(answered + limited).toBe(callbacks)
  expect(answered).toBe(mostOfSource)
  expect(await invoicesOf(merchantId)).toHaveLength(answered)
  expect((await countLimits(money)) - limitsBefore).toBeLessThanOrEqual(4n)
  expect(await paymentsOf(merchantId)).toEqual([])

  const customer = createLnurlClient(money.server, '203.0.113.50')
  const { pr } = await customer.requestInvoice(await customer.read(customer.resolve(address)), 5_000_000n)
  await pay(pr)
  for (let run = 0; run < 3; run++) {
    await money.pass(31)
    await watch()
  }
  expect(await paymentsOf(merchantId)).toHaveLength(1)
}

const countLimits = async (money: Money) => {
  const { rows } = await sql<{ count: bigint }>`select count(*) as count from attempt_limits`.execute(money.deps.db)
  return rows[0]?.count ?? 0n
}
