import { expect, it } from 'vitest'
import { explainMissingExplorer, explorerOf } from './explorer.ts'

it('is public only where the money is real', () => {
  const live = explorerOf({ mode: 'live', network: 'mainnet' })
  expect(live?.addressOf('ab')).toBe('https://mempool.space/tx/ab')
  expect(explorerOf({ mode: 'live', network: 'signet' })?.addressOf('ab')).toBe('https://mempool.space/signet/tx/ab')
  expect(live?.placeOf('bc1q')).toBe('https://mempool.space/address/bc1q')
  expect(explainMissingExplorer(live, 'BTC')).toBeUndefined()
  expect(explainMissingExplorer(live, 'BTC-LN')).toMatch(/Lightning/)
  for (const status of [
    undefined,
    { mode: 'sandbox', network: 'regtest' },
    { mode: 'live', network: 'regtest' },
  ] as const) {
    expect(explorerOf(status)).toBeUndefined()
  }
  expect(explainMissingExplorer(undefined, 'BTC')).toBe('The sandbox has no public explorer')
})
