import { describe, expect, it } from 'vitest'
import { namesPath, unwrap } from '../outcome.ts'
import type { World } from './world.ts'

/** Behavior 45. */
export const rateConformance = (world: () => World): void => {
  describe('rates', () => {
    it('come from a script, minus the spread (45)', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none' })
      const effectiveScript = 'BTC_XYZ = 1;'
      unwrap(await admin.rates.putConfiguration(store.id, { isCustomScript: true, effectiveScript, spread: 10 }))
      const [rate] = unwrap(await admin.rates.list(store.id, ['BTC_XYZ']))
      expect(rate).toMatchObject({ currencyPair: 'BTC_XYZ' })
      expect(Number(rate?.rate)).toBe(0.9)
    })

    it('without a source are null in a successful response', async () => {
      const { admin, createStore } = world()
      const store = await createStore({ wallet: 'none', rateUsd: 50_000 })
      const [usd, none] = unwrap(await admin.rates.list(store.id, ['BTC_USD', 'BTC_QQQ']))
      expect(Number(usd?.rate)).toBe(50_000)
      expect(none?.rate ?? null).toBeNull()
      expect(none?.errors).not.toEqual([])
    })

    it('refuse a script without its flag and an unknown source (45)', async () => {
      const { admin, createStore } = world()
      const { id } = await createStore({ wallet: 'none' })
      const idle = await admin.rates.putConfiguration(id, {
        isCustomScript: false,
        effectiveScript: 'BTC_USD = 1;',
        spread: 0,
      })
      expect(namesPath(idle, 'EffectiveScript')).toBe(true)
      const odd = await admin.rates.putConfiguration(id, {
        isCustomScript: false,
        preferredSource: 'nowhere',
        spread: 0,
      })
      expect(namesPath(odd, 'PreferredSource')).toBe(true)
    })

    it('of a malformed pair are an empty list rather than an error', async () => {
      const { admin, createStore } = world()
      const { id } = await createStore({ wallet: 'none' })
      expect(unwrap(await admin.rates.list(id, ['nonsense']))).toEqual([])
    })
  })
}
