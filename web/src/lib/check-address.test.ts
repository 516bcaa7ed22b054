import { expect, it } from 'vitest'
import { checkAddress } from './check-address.ts'

it.each([
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'valid'],
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'valid'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'valid'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 'valid'],
  ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'valid'],
  [' 3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy ', 'valid'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'typo'],
  // Capital and small letters mixed, and a letter that bech32 doesn't have.
  ['bc1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'typo'],
  ['bc1qw5o8d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'typo'],
  // Version 1 with the checksum of version 0.
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'typo'],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3', 'typo'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'other-network'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'other-network'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'other-network'],
  ['lnbc2500u1pvjluezpp5qqqsyqcyq5rqwzqfqqqsyqcyq5', 'lightning'],
  ['LIGHTNING:LNBCRT279220N1P40MAPY', 'lightning'],
  ['lnurl1dp68gurn8ghj7um9wfmxjcm99e3k7mf0', 'lightning'],
  ['ana@wallet.example', 'name'],
  [Array.from({ length: 12 }, () => 'abandon').join(' '), 'secret'],
  ['5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ', 'secret'],
  ['0x52908400098527886E0F7030069857D2E4169EE7', 'no-address'],
  [
    'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8',
    'no-address',
  ],
  // Still being typed.
  ['bc1qw508d6qejxtdg4y5r3', undefined],
  ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN', undefined],
  ['lnb', undefined],
  ['hello', undefined],
  ['', undefined],
])('with real money, %s is %s', async (address, expected) => {
  expect(await checkAddress(address, 'mainnet')).toBe(expected)
})

it('knows addresses of its own network only', async () => {
  const regtest = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
  const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
  const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  expect(await checkAddress(regtest, 'regtest')).toBe('valid')
  for (const network of ['testnet', 'signet'] as const) expect(await checkAddress(testnet, network)).toBe('valid')
  for (const other of [mainnet, testnet, '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'])
    expect(await checkAddress(other, 'regtest')).toBe('other-network')
})
