import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectBounded } from '../../test/flood-address.ts'
import { createAddressStage } from '../../test/lightning-addresses.ts'
import { createLnurlClient } from '../../test/lnurl-client.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { whileClockStands } from '../../test/stop-clock.ts'
import { mostOpen } from './require-place.ts'

let money: Money
let stage: ReturnType<typeof createAddressStage>
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
  stage = createAddressStage(money)
})
afterAll(() => money.close())

test('a burst of callbacks from one source leaves a bounded number of rows, and others can still pay', () =>
  expectBounded(money, stage, 400))

test('however many sources call, the open invoices of a merchant are limited, and other merchants are not affected', async () => {
  const [flooded, other] = [await stage.newAddress('many-sources'), await stage.newAddress('neighbor')]
  let refused = 0
  await whileClockStands(money.deps.db, async () => {
    for (let i = 0; i < mostOpen + 20; i++) {
      const wallet = createLnurlClient(money.server, `192.0.${2 + Math.floor(i / 200)}.${i % 200}`)
      const request = await wallet.read(wallet.resolve(flooded.address))
      const { status } = await wallet.get(wallet.callbackOf(request, 1_000_000n))
      if (status === 429) refused += 1
    }
  })
  expect(refused).toBe(20)
  expect(await stage.invoicesOf(flooded.merchantId)).toHaveLength(mostOpen)
  const wallet = createLnurlClient(money.server, '192.0.2.200')
  await wallet.requestInvoice(await wallet.read(wallet.resolve(other.address)), 1_000_000n)
})
