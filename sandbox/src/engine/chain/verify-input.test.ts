import { p2ms, p2pkh, p2sh, p2tr, p2wpkh, p2wsh, Transaction } from '@scure/btc-signer'
import { pubECDSA, pubSchnorr } from '@scure/btc-signer/utils.js'
import { describe, expect, it } from 'vitest'
import { regtest } from './regtest.ts'
import { describeTransaction, parseTransaction, serializeTransaction } from './transaction-bytes.ts'
import { verifyInput } from './verify-input.ts'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const key = Buffer.alloc(32, 7)
const amount = 50_000n
const cosigners = [key, Buffer.alloc(32, 8), Buffer.alloc(32, 9)]
const multi = p2ms(
  2,
  cosigners.map((one) => pubECDSA(one)),
)
const spends = {
  p2wpkh: p2wpkh(pubECDSA(key), regtest.addresses),
  nested: p2sh(p2wpkh(pubECDSA(key), regtest.addresses), regtest.addresses),
  p2tr: p2tr(pubSchnorr(key), undefined, regtest.addresses),
  p2pkh: p2pkh(pubECDSA(key), regtest.addresses),
  p2wsh: p2wsh(multi, regtest.addresses),
  nestedMulti: p2sh(p2wsh(multi, regtest.addresses), regtest.addresses),
  legacyMulti: p2sh(multi, regtest.addresses),
}

const prevouts = Object.values(spends).map(({ script }) => ({ script: hex(script), amountSats: amount }))

/** One input of each type, signed with the same key, and with a second one where two are needed. */
const signed = (sighashType?: number) => {
  const funding = describeTransaction({
    version: 2,
    lockTime: 0,
    inputs: [{ txid: '03'.repeat(32), vout: 0, scriptSig: '51', sequence: 0, witness: [] }],
    outputs: prevouts,
  })
  const transaction = new Transaction()
  for (const [index, spend] of Object.values(spends).entries()) {
    const { script, redeemScript, witnessScript, tapInternalKey } = spend as typeof spend & {
      redeemScript?: Uint8Array
      witnessScript?: Uint8Array
      tapInternalKey?: Uint8Array
    }
    transaction.addInput({
      txid: funding.txid,
      index,
      sequence: 0xffff_fffd,
      ...(script === spends.p2pkh.script || script === spends.legacyMulti.script
        ? { nonWitnessUtxo: serializeTransaction(funding, true) }
        : { witnessUtxo: { script, amount } }),
      ...(redeemScript ? { redeemScript } : {}),
      ...(witnessScript ? { witnessScript } : {}),
      ...(sighashType === undefined ? {} : { sighashType }),
      ...(tapInternalKey ? { tapInternalKey } : {}),
    })
  }
  // One for each input, since SIGHASH_SINGLE signs the output beside it.
  for (const _ of prevouts) transaction.addOutput({ script: spends.p2wpkh.script, amount: 40_000n })
  const allowed = sighashType === undefined ? undefined : [sighashType]
  transaction.sign(key, allowed)
  transaction.sign(cosigners[2] as Buffer, allowed)
  transaction.finalize()
  return parseTransaction(transaction.hex)
}

describe('script verification', () => {
  const transaction = signed()
  it.each(Object.keys(spends).map((kind, index) => [kind, index] as const))(
    'accepts a valid %s signature',
    (_, index) => {
      expect(verifyInput(transaction, index, prevouts)).toBeUndefined()
    },
  )

  it.each(Object.keys(spends).map((kind, index) => [kind, index] as const))('refuses %s after a change', (_, index) => {
    const [output] = transaction.outputs
    const changed = { ...transaction, outputs: [{ script: output?.script ?? '', amountSats: 100_001n }] }
    expect(verifyInput(changed, index, prevouts)).toBeDefined()
  })

  it.each([
    ['NONE', 2],
    ['SINGLE', 3],
    ['ALL|ANYONECANPAY', 0x81],
    ['NONE|ANYONECANPAY', 0x82],
    ['SINGLE|ANYONECANPAY', 0x83],
  ])('accepts signatures of every type with SIGHASH_%s', (_, type) => {
    const loose = signed(type)
    for (const index of prevouts.keys()) expect(verifyInput(loose, index, prevouts), String(index)).toBeUndefined()
  })

  it('refuses a multisig with a signature missing, twice the same, or out of order', () => {
    for (const index of [4, 5]) {
      const change = (edit: (witness: readonly string[]) => readonly string[]) =>
        verifyInput(
          {
            ...transaction,
            inputs: transaction.inputs.map((input, i) =>
              i === index ? { ...input, witness: edit(input.witness) } : input,
            ),
          },
          index,
          prevouts,
        )
      expect(change((witness) => witness)).toBeUndefined()
      expect(change(([dummy = '', , ...rest]) => [dummy, ...rest])).toBe(
        'Operation not valid with the current stack size',
      )
      expect(change(([dummy = '', one = '', , script = '']) => [dummy, one, one, script])).toMatch(/^Signature must be/)
      expect(change(([dummy = '', one = '', two = '', script = '']) => [dummy, two, one, script])).toMatch(
        /^Signature must be/,
      )
      expect(change(([, ...rest]) => ['01', ...rest])).toBe('Dummy CHECKMULTISIG argument must be zero')
      expect(change((witness) => [...witness.slice(0, -1), '51'])).toBe('Witness program hash mismatch')
    }
  })

  it('refuses a wrong amount because segwit signs it', () => {
    const wrong = prevouts.map((prevout) => ({ ...prevout, amountSats: 50_001n }))
    expect(verifyInput(transaction, 0, wrong)).toBeDefined()
    expect(verifyInput(transaction, 1, wrong)).toBeDefined()
    expect(verifyInput(transaction, 2, wrong)).toBeDefined()
    expect(verifyInput(transaction, 4, wrong)).toBeDefined()
    expect(verifyInput(transaction, 5, wrong)).toBeDefined()
  })

  it('refuses stolen and missing witnesses', () => {
    const swapped = {
      ...transaction,
      inputs: transaction.inputs.map((input, i) => (i === 0 ? { ...input, witness: [] } : input)),
    }
    expect(verifyInput(swapped, 0, prevouts)).toBe('Witness program hash mismatch')
    const other = hex(p2wpkh(pubECDSA(Buffer.alloc(32, 8))).script)
    const notMine = prevouts.map((prevout, i) => (i === 0 ? { ...prevout, script: other } : prevout))
    expect(verifyInput(transaction, 0, notMine)).toBe('Script failed an OP_EQUALVERIFY operation')
  })

  it('accepts the two inputs of the BIP143 example', () => {
    const example = parseTransaction(
      '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000',
    )
    const coins = [
      { script: '2103c9f4836b9a4f77fc0d81f7bcb01b7f1b35916864b9476c241ce9fc198bd25432ac', amountSats: 625_000_000n },
      { script: '00141d0f172a0ecb48aee1be1f2687d2963ae33f71a1', amountSats: 600_000_000n },
    ]
    expect(verifyInput(example, 0, coins)).toBeUndefined()
    expect(verifyInput(example, 1, coins)).toBeUndefined()
  })
})
