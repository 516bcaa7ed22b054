import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkAddress } from './check-address.ts'

const serve = (mode: 'sandbox' | 'live') => vi.stubGlobal('document', { documentElement: { dataset: { mode } } })

afterEach(() => vi.unstubAllGlobals())

describe('with real money', () => {
  beforeEach(() => serve('live'))

  it.each([
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'valid'],
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'valid'],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'valid'],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'valid'],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'valid'],
    [' 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy ', 'valid'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'typo'],
    // Version 1 with the checksum of version 0.
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'typo'],
    ['bc1qw508d6qejxtdg4y5r3', undefined],
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', undefined],
    ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', undefined],
    ['hello', undefined],
    ['', undefined],
  ])('%s is %s', async (address, expected) => {
    expect(await checkAddress(address)).toBe(expected)
  })
})

describe('with test money', () => {
  beforeEach(() => serve('sandbox'))

  it('knows addresses of its own network only', async () => {
    expect(await checkAddress('bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')).toBe('valid')
    expect(await checkAddress('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4')).toBeUndefined()
  })
})
