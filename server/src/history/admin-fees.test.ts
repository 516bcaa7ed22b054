import { toCents } from '@bitquay/contract/money'
import { type AdminTransaction, listAllTransactions } from '@bitquay/contract/transactions.admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addPayment } from '../../test/bookings.ts'
import { addAdmin, addMerchant, addPartner, ask, signInAs } from '../../test/people.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp()
  // The whole pool of 1% is theirs.
  await addPartner(app, '100.00')
  token = await signInAs(app, await addAdmin(app))
})
afterAll(() => app.close())

const addStore = async (markup: number) => {
  const { id } = await addMerchant(app)
  await app.deps.db
    .updateTable('merchants')
    .set({ markupFeePercent: String(markup) })
    .where('id', '=', id)
    .execute()
  return id
}

test('admins see each fee of a payment by its name, and the parts add up to the cent', async () => {
  for (const markup of [0, 1.5]) {
    const merchantId = await addStore(markup)
    for (const [minutes, amountSats] of [33_333n, 777_777n, 12_345_678n].entries()) {
      const at = new Date(Date.UTC(2026, 9, 1, 12, minutes))
      await addPayment(app, { merchantId, amountSats, priceCents: 9_876_543n, at })
    }
    const { body } = await ask(app, listAllTransactions, { token, query: { merchantId: String(merchantId) } })
    expect(body).toHaveLength(3)
    for (const {
      amountUSD,
      feeUSD,
      platformFeeUSD,
      markupFeeUSD,
      partnerFeeUSD,
    } of body as unknown as AdminTransaction[]) {
      const [gross, fee, ...parts] = [amountUSD, feeUSD, platformFeeUSD, markupFeeUSD, partnerFeeUSD].map((usd) =>
        toCents(usd ?? 'unknown'),
      )
      expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(fee)
      const percentOf = (part: bigint | undefined) => (Number(-(part ?? 0n)) / Number(gross)) * 100
      const [platform, ofMarkup, partners] = parts.map(percentOf)
      const oneCent = 100 / Number(gross)
      expect(Math.abs((platform ?? 0) - 3)).toBeLessThan(2 * oneCent + 0.001)
      expect(Math.abs((ofMarkup ?? 0) - markup)).toBeLessThan(oneCent + 0.001)
      expect(Math.abs((partners ?? 0) - 1)).toBeLessThan(oneCent + 0.001)
    }
  }
})

test('a payment that isn’t booked has no fees yet', async () => {
  const merchantId = await addStore(0)
  await addPayment(app, { merchantId, amountSats: 5000n, priceCents: 9_000_000n, at: new Date(), booked: false })
  const { body } = await ask(app, listAllTransactions, { token, query: { merchantId: String(merchantId) } })
  expect(body).toMatchObject([{ platformFeeUSD: null, markupFeeUSD: null, partnerFeeUSD: null }])
})
