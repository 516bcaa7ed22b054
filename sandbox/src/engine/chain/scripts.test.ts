import { describe, expect, it } from 'vitest'
import { addressToScript, dustLimitSats, scriptKind, scriptToAddress } from './scripts.ts'

const known = [
  ['p2wpkh', '0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 294n],
  ['p2pkh', '76a914751e76e8199196d454941c45d1b3a323f1433bd688ac', 'mrCDrCybB6J1vRfbwM5hemdJz73FwDBC8r', 546n],
  ['p2sh', 'a914751e76e8199196d454941c45d1b3a323f1433bd687', undefined, 540n],
  ['p2wsh', `0020${'ab'.repeat(32)}`, undefined, 330n],
  ['p2tr', '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', undefined, 330n],
  ['anchor', '51024e73', undefined, 240n],
] as const

describe('scripts', () => {
  it.each(known)('%s converts to its address and back, and has its dust limit', (kind, script, address, dust) => {
    expect(scriptKind(script)).toBe(kind)
    const shown = scriptToAddress(script)
    expect(shown).toBeDefined()
    if (address) expect(shown).toBe(address)
    expect(addressToScript(shown ?? '')).toBe(script)
    expect(dustLimitSats(script)).toBe(dust)
  })

  it('returns no address for scripts that have none', () => {
    expect(scriptToAddress('6a0568656c6c6f')).toBeUndefined()
    expect(scriptToAddress('51')).toBeUndefined()
    expect(scriptKind('51')).toBe('other')
    expect(dustLimitSats('6a0568656c6c6f')).toBe(0n)
  })

  it.each([
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt081',
    '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
    '',
    'hello',
  ])('refuses %s', (address) => {
    expect(addressToScript(address)).toBeUndefined()
  })
})
