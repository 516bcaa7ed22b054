import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SplitTerms, splitPayment } from './split-payment.ts'

const defaults: SplitTerms = {
  platformFeeMilliPercent: 3000n,
  partnerPoolMilliPercent: 1000n,
  markupMilliPercent: 0n,
  partners: [1, 2, 3].map((partnerId) => ({ partnerId, shareCentiPercent: 3333n })),
}

/** Random schedules that the database allows: platform and pool together at most 50 %, markup at most 50 %. */
const terms = fc
  .record({
    platform: fc.bigInt(0n, 50_000n),
    pool: fc.bigInt(0n, 50_000n),
    markup: fc.bigInt(0n, 50_000n),
    shares: fc.array(fc.bigInt(0n, 10_000n), { maxLength: 6 }),
  })
  .filter(({ platform, pool, shares }) => platform + pool <= 50_000n && shares.reduce((a, b) => a + b, 0n) <= 10_000n)
  .map(
    ({ platform, pool, markup, shares }): SplitTerms => ({
      platformFeeMilliPercent: platform,
      partnerPoolMilliPercent: pool,
      markupMilliPercent: markup,
      partners: shares.map((shareCentiPercent, index) => ({ partnerId: index + 1, shareCentiPercent })),
    }),
  )

const check = (amountSats: bigint, of: SplitTerms) => {
  const split = splitPayment(amountSats, of)
  const partnerSats = split.partners.reduce((sum, { sats }) => sum + sats, 0n)
  expect(split.merchantSats + split.platformSats + partnerSats).toBe(amountSats)
  expect(split.platformSats + partnerSats).toBe(split.feeSats)
  expect(split.markupSats, 'the markup is a part of the platform’s').toBeLessThanOrEqual(split.platformSats)
  expect(split.merchantSats >= 0n && split.platformSats >= 0n && split.partners.every(({ sats }) => sats > 0n)).toBe(
    true,
  )
}

test('a split of $100 gives the merchant $96, three partners 0.333 % each and the platform the rest', () => {
  expect(splitPayment(100_000_000n, defaults)).toEqual({
    merchantSats: 96_000_000n,
    feeSats: 4_000_000n,
    platformSats: 3_000_100n,
    markupSats: 0n,
    partners: [1, 2, 3].map((partnerId) => ({ partnerId, sats: 333_300n })),
  })
})

test('split amounts from 1 to 100,000 satoshis sum to the total and are never negative', () => {
  for (let sats = 1n; sats <= 100_000n; sats += 1n) {
    const split = splitPayment(sats, defaults)
    const sum = split.partners.reduce((total, partner) => total + partner.sats, split.merchantSats + split.platformSats)
    if (sum !== sats || split.platformSats < 0n || split.merchantSats < 0n) check(sats, defaults)
  }
})

test('split amounts sum to the total for random schedules', () => {
  fc.assert(fc.property(fc.bigInt(1n, 100_000n), terms, check), { numRuns: 2000 })
})
