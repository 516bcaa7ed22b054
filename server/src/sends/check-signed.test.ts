import { hex } from '@scure/base'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { expect, test } from 'vitest'
import { networks } from '../platform/bitcoin/networks.ts'
import { readTransaction } from '../platform/bitcoin/read-transaction.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { checkSigned } from './check-signed.ts'

const network = networks.regtest
const ours = p2wpkh(hex.decode('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'), network)
const [payee, stranger] = [
  'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  'bcrt1q0ht9tyks4vh7p5p904t340cr9nvahy7um9zdem',
]
const coin = (n: number) => `${String(n).repeat(64)}-0`

/** A transaction with coins of 100,000 satoshis each. */
const build = (inputs: number[], outputs: [string, bigint][]) => {
  const transaction = new Transaction({ allowUnknownOutputs: true, disableScriptCheck: true })
  for (const n of inputs) {
    transaction.addInput({
      txid: String(n).repeat(64),
      index: 0,
      witnessUtxo: { script: ours.script, amount: 100_000n },
    })
  }
  for (const [address, amount] of outputs) {
    transaction.addOutput({ script: hex.decode(scriptOfAddress(address, 'regtest') ?? ''), amount })
  }
  transaction.sign(Uint8Array.from({ length: 32 }, (_, index) => (index === 31 ? 1 : 0)))
  transaction.finalize()
  return hex.encode(transaction.extract())
}
const wanted = {
  address: payee,
  amountSats: 60_000n,
  networkFeeFrom: 'wallet' as const,
  network: 'regtest' as const,
  coins: new Map([1, 2, 3].map((n) => [coin(n), 100_000n])),
  earlier: [] as string[][],
  maxFeeSats: 3000n,
}
const objectionTo = (raw: string, more: Partial<typeof wanted> | { networkFeeFrom: 'amount' } = {}) => {
  const checked = checkSigned(raw, { ...wanted, ...more })
  return 'objection' in checked ? checked.objection : undefined
}

test('a correct transaction is parsed to the satoshi', () => {
  const raw = build(
    [1],
    [
      [stranger, 39_000n],
      [payee, 60_000n],
    ],
  )
  expect(checkSigned(raw, wanted)).toMatchObject({
    txid: readTransaction(raw)?.txid,
    feeSats: 1000n,
    payeeSats: 60_000n,
    inputs: [coin(1)],
    change: { outpoint: `${readTransaction(raw)?.txid}-0`, amountSats: 39_000n },
  })
  expect(checkSigned(build([1], [[payee, 98_000n]]), { ...wanted, amountSats: 98_000n })).toMatchObject({
    change: undefined,
  })
})

test('where the fee is deducted from the amount the recipient gets the rest', () => {
  const raw = build(
    [1],
    [
      [payee, 59_000n],
      [stranger, 40_000n],
    ],
  )
  expect(checkSigned(raw, { ...wanted, networkFeeFrom: 'amount' })).toMatchObject({
    feeSats: 1000n,
    payeeSats: 59_000n,
  })
})

test('anything else is refused with the reason', () => {
  expect(objectionTo('00')).toBe('the response isn’t a transaction')
  expect(objectionTo('zz')).toBe('the response isn’t a transaction')
  expect(
    objectionTo(
      build(
        [4],
        [
          [payee, 60_000n],
          [stranger, 39_000n],
        ],
      ),
    ),
  ).toContain('was not chosen')
  expect(
    objectionTo(
      build(
        [1],
        [
          [payee, 59_999n],
          [stranger, 39_000n],
        ],
      ),
    ),
  ).toBe('it doesn’t pay the recipient the exact amount')
  expect(
    objectionTo(
      build(
        [1],
        [
          [stranger, 60_000n],
          [stranger, 39_000n],
        ],
      ),
    ),
  ).toBe('it doesn’t pay the recipient the exact amount')
  expect(
    objectionTo(
      build(
        [1],
        [
          [payee, 60_000n],
          [stranger, 20_000n],
          [stranger, 19_000n],
        ],
      ),
    ),
  ).toContain('more than one output')
  expect(
    objectionTo(
      build(
        [1],
        [
          [payee, 60_000n],
          [stranger, 36_000n],
        ],
      ),
    ),
  ).toContain('its fee of 4000 satoshis')
  expect(
    objectionTo(
      build(
        [1],
        [
          [payee, 60_000n],
          [stranger, 39_000n],
        ],
      ),
      { address: 'nonsense' },
    ),
  ).toBe('it doesn’t pay the recipient the exact amount')
})

test('a second version must not be able to confirm next to the first', () => {
  const raw = build(
    [2],
    [
      [payee, 60_000n],
      [stranger, 39_000n],
    ],
  )
  expect(objectionTo(raw, { earlier: [[coin(1)]] })).toBe('it could confirm in addition to an earlier version')
  expect(objectionTo(raw, { earlier: [[coin(1), coin(2)]] })).toBeUndefined()
  // A version that conflicts with the second but not with the first could be paid together with the first.
  expect(objectionTo(raw, { earlier: [[coin(1)], [coin(1), coin(2)]] })).toBe(
    'it could confirm in addition to an earlier version',
  )
  // A version with unknown inputs is refused to be safe.
  expect(objectionTo(raw, { earlier: [[]] })).toBe('it could confirm in addition to an earlier version')
})
