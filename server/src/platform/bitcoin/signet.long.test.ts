import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { p2wpkh } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Bitcoind, findBitcoind, startBitcoind } from '../../../../sandbox/src/proof/start-bitcoind.ts'
import { firstBlocks } from '../../doctor/check-explorer.ts'
import { networks } from './networks.ts'
import { scriptOfAddress } from './script-of-address.ts'

const dir = await mkdtemp(join(tmpdir(), 'signet-'))
afterAll(() => rm(dir, { recursive: true, force: true }))
const found = await findBitcoind(join(dir, 'bitcoind'))
if ('reason' in found) process.stderr.write(`The private signet is skipped: ${found.reason}.\n`)

/** The public key of the smallest private key. */
const publicKey = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex')

describe.skipIf('reason' in found)('a private signet of a real bitcoind', () => {
  let bitcoind: Bitcoind
  beforeAll(async () => {
    // Everybody may create blocks on a signet with the challenge OP_TRUE.
    bitcoind = await startBitcoind('path' in found ? found.path : '', ['-signet', '-signetchallenge=51'])
  })
  afterAll(() => bitcoind?.stop())

  test('begins with the block by which the doctor knows a signet', async () => {
    expect(await bitcoind.call('getblockhash', [0])).toBe(firstBlocks.signet)
  })

  test('pays to an address that we write, with the script that we read from it', async () => {
    const { address } = p2wpkh(publicKey, networks.signet)
    expect(address).toMatch(/^tb1q/)
    const checked = await bitcoind.call<{ isvalid: boolean; scriptPubKey: string }>('validateaddress', [address])
    expect(checked).toMatchObject({ isvalid: true, scriptPubKey: scriptOfAddress(address, 'signet') })
    const [hash = ''] = await bitcoind.call<string[]>('generatetoaddress', [1, address, 2_000_000_000])
    const { tx } = await bitcoind.call<{ tx: { vout: { scriptPubKey: { address?: string } }[] }[] }>('getblock', [
      hash,
      2,
    ])
    expect(tx[0]?.vout[0]?.scriptPubKey.address).toBe(address)
  }, 300_000)
})
