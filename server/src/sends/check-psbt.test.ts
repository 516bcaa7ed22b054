import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { RawTx } from '@scure/btc-signer/script.js'
import { describe, expect, it } from 'vitest'
import type { Cheat } from '../../../sandbox/src/engine/device/sign-on-device.ts'
import { fuzzSignatures } from '../../test/fuzz-psbt.ts'
import { alter, alterTransaction, openOutsideWallet, payee } from '../../test/outside-wallet.ts'
import { scripts } from '../platform/bitcoin/own-wallet.ts'
import { inputFields, row } from '../platform/bitcoin/psbt-maps.ts'
import { readSignatures } from './check-psbt.ts'
import { checkUnsigned } from './check-unsigned.ts'

const request = async (script: (typeof scripts)[number], inputs = 2) => {
  const outside = openOutsideWallet(script)
  const { wallet } = outside
  const built = outside.build({ inputs })
  const { amountSats, coins } = built
  const checked = await checkUnsigned(built.psbt, {
    wallet,
    network: 'regtest',
    address: payee,
    amountSats,
    networkFeeFrom: 'wallet',
    coins,
    maxFeeSats: 3000n,
    earlier: [],
  })
  if ('objection' in checked) throw new Error(checked.objection)
  const known = { wallet, network: 'regtest' as const, psbt: checked.psbt, maxFeeSats: 3000n }
  const accept = async (text: string, psbt = checked.psbt) => {
    const read = await readSignatures({ ...known, psbt }, text)
    if ('fault' in read) throw new Error(read.fault)
    return read
  }
  const refuse = async (text: string, more: Partial<typeof known> = {}) => {
    const read = await readSignatures({ ...known, ...more }, text)
    if (!('fault' in read)) throw new Error('it was accepted')
    return read
  }
  return { ...outside, ...built, checked, known, accept, refuse, psbt: checked.psbt }
}

const toHex = (text: string) => Buffer.from(text, 'base64').toString('hex')

/** A signing program that finishes what it signed, and leaves the signatures in final fields only. */
const finalize = (text: string) => {
  const transaction = Transaction.fromPSBT(Buffer.from(text, 'base64'))
  transaction.finalize()
  return Buffer.from(transaction.toPSBT()).toString('base64')
}

describe.each(scripts)('what a device returns for %s', async (script) => {
  const one = await request(script)
  const signed = one.signByAll(one.psbt)
  const fingerprints = one.wallet.keys.slice(0, one.wallet.required).map(({ fingerprint }) => fingerprint)

  it.each([1, 2, 3])('is accepted and can be broadcast, with %i inputs', async (inputs) => {
    const { psbt, signByAll, accept, refusal, checked } = await request(script, inputs)
    const { complete, signers } = await accept(signByAll(psbt).psbt)
    expect(signers).toEqual(fingerprints.map((_, at) => at))
    expect(refusal(complete?.rawTransaction ?? '')).toBeUndefined()
    const raw = Transaction.fromRaw(hex.decode(complete?.rawTransaction ?? ''))
    expect(complete).toMatchObject({ txid: raw.id, vbytes: raw.vsize })
    if (checked.txid !== undefined) expect(complete?.txid).toBe(checked.txid)
    expect(complete?.vbytes).toBeLessThanOrEqual(checked.vbytes)
  })

  it('is accepted in every form, with the same result', async () => {
    const expected = await one.accept(signed.psbt)
    const forms = {
      'with line breaks': signed.psbt.replaceAll(/(.{76})/g, '$1\r\n'),
      'in hex': toHex(signed.psbt).toUpperCase(),
      final: finalize(signed.psbt),
      'final in hex': toHex(finalize(signed.psbt)),
      'as a transaction': signed.hex ?? '',
      'as a transaction with a space after it': `${signed.hex}\n`,
    }
    for (const [form, text] of Object.entries(forms)) expect(await one.accept(text), form).toEqual(expected)
    expect(await one.accept(signed.psbt, expected.psbt), 'a second time').toEqual(expected)
    expect(expected.complete?.rawTransaction).toBe(signed.hex)
  })

  it('changes nothing if it is signed once more', async () => {
    // Each taproot signature is another one.
    const [first, again] = [await one.accept(signed.psbt), one.signByAll(one.psbt)]
    expect(await one.accept(again.psbt, first.psbt)).toEqual(first)
    expect(await one.accept(again.hex ?? '', first.psbt)).toEqual(first)
  })

  it('gives nothing but its signatures', async () => {
    const dirty = alter(signed.psbt, ({ global, inputs, outputs }) => {
      for (const rows of [global, inputs[0] ?? [], outputs[0] ?? []]) rows.push(row(0x77, Buffer.from('unknown')))
      for (const rows of [...inputs, ...outputs]) {
        for (const { type, value } of rows) if (type === 0x06 || type === 0x16) value.fill(0xee)
      }
      const [first] = inputs
      for (const { type, value } of first ?? []) if (type === inputFields.witnessUtxo) value.fill(0xee, 0, 8)
    })
    expect(await one.accept(dirty)).toEqual(await one.accept(signed.psbt))
  })

  it.each([
    ['changed-output', 'other-outputs'],
    ['other-fee', 'other-outputs'],
    // A signature under the wallet's key that isn't made with it: nothing tells whose it is.
    ['wrong-key', 'invalid-signature'],
    ['missing-signature', 'partly-signed'],
    ['sighash-single', 'wrong-sighash'],
    ['changed-sequence', 'other-sequence'],
    ['changed-locktime', 'other-locktime'],
  ] as [Cheat, string][])('is refused if it was tampered with: %s', async (cheat, fault) => {
    const tampered = one.sign(one.psbt, 0, cheat)
    expect((await one.refuse(tampered.psbt)).fault).toBe(fault)
    if (tampered.hex !== undefined) expect((await one.refuse(tampered.hex)).fault).toBe(fault)
    if (tampered.hex !== undefined) expect((await one.refuse(finalize(tampered.psbt))).fault).toBe(fault)
  })

  it('is refused without signatures', async () => {
    const raw = Transaction.fromPSBT(base64.decode(one.psbt)).unsignedTx
    for (const text of [one.psbt, hex.encode(raw)]) {
      expect(await one.refuse(text)).toEqual({ fault: 'not-signed', detail: { signed: { inputs: 0, of: 2 } } })
    }
    expect((await one.refuse(one.psbt, { psbt: (await one.accept(signed.psbt)).psbt })).fault).toBe('not-signed')
  })

  it('is refused if a signature belongs to the other input', async () => {
    const swapped = alter(signed.psbt, ({ inputs }) => {
      const isSignature = ({ type }: { type: number }) => type === 0x02 || type === 0x13
      const [first = [], second = []] = inputs
      const [of, other] = [first.filter(isSignature), second.filter(isSignature)]
      for (const [at, { value }] of of.entries()) {
        const kept = other[at]
        if (!kept) throw new Error('an input is not signed')
        ;[kept.value, (of[at] as typeof kept).value] = [value, kept.value]
      }
    })
    expect((await one.refuse(swapped)).fault).toBe('invalid-signature')
  })

  it('is refused for its sighash field alone', async () => {
    const open = alter(signed.psbt, ({ inputs }) => {
      inputs[1] = [
        ...(inputs[1]?.filter(({ type }) => type !== inputFields.sighash) ?? []),
        row(inputFields.sighash, Buffer.from('81000000', 'hex')),
      ]
    })
    expect((await one.refuse(open)).fault).toBe('wrong-sighash')
  })

  it('names first what is wrong with the payment, then with its signatures', async () => {
    const open = one.sign(one.psbt, 0, 'sighash-single').psbt
    const other = alterTransaction(open, (transaction) => {
      transaction.lockTime += 1
      for (const input of transaction.inputs) input.sequence = 1
    })
    expect((await one.refuse(other)).fault).toBe('other-locktime')
    const version = alterTransaction(signed.psbt, (transaction) => {
      transaction.version = 1
    })
    expect((await one.refuse(version)).fault).toBe('other-locktime')
    const inputs = alterTransaction(open, (transaction) => {
      transaction.inputs.reverse()
      for (const output of transaction.outputs) output.amount = 1n
    })
    expect((await one.refuse(inputs)).fault).toBe('other-inputs')
  })

  it('is refused whatever is changed at random', async () => {
    const { accepted, refused } = await fuzzSignatures(one, { seed: 20_261_119, changes: 60 })
    expect(refused).toBeGreaterThan(30)
    // The honest one is among them.
    expect(accepted).toBeGreaterThan(0)
  })
})

describe('a refused payment', async () => {
  const one = await request('wpkh')
  const signed = one.signByAll(one.psbt)

  it('names the payments that differ', async () => {
    const { detail } = await one.refuse(one.sign(one.psbt, 0, 'changed-output').psbt)
    const change = one.addressAt(1, 7)
    const thief = detail.outputs?.find(({ requestedSats }) => requestedSats === 0n)
    expect(detail.outputs).toHaveLength(2)
    expect(detail.outputs).toContainEqual({ address: change, requestedSats: one.changeSats, signedSats: 0n })
    expect(thief).toMatchObject({ address: expect.stringMatching(/^bcrt1q/), signedSats: one.changeSats })
    expect((await one.refuse(one.sign(one.psbt, 0, 'other-fee').psbt)).detail.outputs).toEqual([
      { address: change, requestedSats: one.changeSats, signedSats: one.changeSats - 500n },
    ])
    const reversed = alterTransaction(signed.psbt, ({ outputs }) => {
      outputs.reverse()
    })
    expect(await one.refuse(reversed)).toEqual({ fault: 'other-outputs', detail: { outputs: [] } })
  })

  it('names the fee if it is too high and nobody else is paid', async () => {
    const greedy = alterTransaction(signed.psbt, ({ outputs }) => {
      if (outputs[0]) outputs[0].amount -= 2001n
    })
    expect(await one.refuse(greedy)).toEqual({
      fault: 'fee-too-high',
      detail: { fee: { sats: 3001n, mostSats: 3000n } },
    })
    expect((await one.refuse(signed.psbt, { maxFeeSats: 999n })).fault).toBe('fee-too-high')
  })

  it('says how many inputs are signed', async () => {
    expect(await one.refuse(one.sign(one.psbt, 0, 'missing-signature').psbt)).toEqual({
      fault: 'partly-signed',
      detail: { signed: { fingerprint: one.wallet.keys[0]?.fingerprint, inputs: 1, of: 2 } },
    })
  })

  it('has a signature of a key that isn’t the wallet’s', async () => {
    const [, other] = [1, 2].map((seed) => secp256k1.getPublicKey(new Uint8Array(32).fill(seed)))
    const foreign = alter(signed.psbt, ({ inputs }) => {
      const signature = inputs[1]?.find(({ type }) => type === inputFields.partialSignature)
      if (signature) inputs[1]?.push(row(inputFields.partialSignature, signature.value, other))
    })
    expect((await one.refuse(foreign)).fault).toBe('wrong-key')
    // The key of another input of the same wallet.
    const exchanged = alter(signed.psbt, ({ inputs }) => {
      const [first, second] = inputs.map((rows) => rows.find(({ type }) => type === inputFields.partialSignature))
      if (first && second) [first.key, second.key] = [second.key, first.key]
    })
    expect((await one.refuse(exchanged)).fault).toBe('wrong-key')
  })

  it('has a signature that the network doesn’t relay', async () => {
    const replace = async (change: (signature: Uint8Array) => Uint8Array) =>
      (
        await one.refuse(
          alter(signed.psbt, ({ inputs }) => {
            const signature = inputs[0]?.find(({ type }) => type === inputFields.partialSignature)
            if (signature) signature.value = change(signature.value)
          }),
        )
      ).fault
    const order = secp256k1.Point.Fn.ORDER
    const highS = await replace((signature) => {
      const { r, s } = secp256k1.Signature.fromBytes(signature.subarray(0, -1), 'der')
      return Buffer.concat([new secp256k1.Signature(r, order - s).toBytes('der'), Buffer.from([1])])
    })
    expect(highS).toBe('invalid-signature')
    const padded = await replace((signature) => {
      // Another zero before R, counted in both lengths.
      const bytes = Buffer.concat([signature.subarray(0, 4), Buffer.from([0]), signature.subarray(4)])
      bytes[1] = (bytes[1] ?? 0) + 1
      bytes[3] = (bytes[3] ?? 0) + 1
      return bytes
    })
    expect(padded).toBe('invalid-signature')
    const longer = await replace((signature) =>
      Buffer.concat([signature.subarray(0, -1), Buffer.from([0]), signature.subarray(-1)]),
    )
    expect(longer).toBe('invalid-signature')
    expect(await replace((signature) => signature.subarray(0, 1))).toBe('invalid-signature')
    expect(await replace(() => new Uint8Array())).toBe('invalid-signature')
  })

  it('is a taproot signature with its type in the wrong form', async () => {
    const taproot = await request('tr')
    const { psbt } = taproot.signByAll(taproot.psbt)
    const withType = async (type: number) =>
      (
        await taproot.refuse(
          alter(psbt, ({ inputs }) => {
            const signature = inputs[0]?.find(({ type: field }) => field === inputFields.taprootSignature)
            if (signature) signature.value = Buffer.concat([signature.value.subarray(0, 64), Buffer.from([type])])
          }),
        )
      ).fault
    expect(await withType(0)).toBe('invalid-signature')
    expect(await withType(1)).toBe('invalid-signature')
    expect(await withType(0x81)).toBe('wrong-sighash')
    const explicit = Transaction.fromPSBT(base64.decode(taproot.psbt))
    for (const [at, path] of ["m/86'/1'/0'/0/0", "m/86'/1'/0'/1/1"].entries()) {
      explicit.updateInput(at, { sighashType: 1 })
      explicit.signIdx(taproot.masters[0]?.derive(path).privateKey ?? new Uint8Array(), at, [1])
    }
    const { complete } = await taproot.accept(base64.encode(explicit.toPSBT()))
    expect(taproot.refusal(complete?.rawTransaction ?? '')).toBeUndefined()
    expect(RawTx.decode(hex.decode(complete?.rawTransaction ?? '')).witnesses?.[0]?.[0]).toHaveLength(65)
  })

  it('is too large, or isn’t readable', async () => {
    expect((await one.refuse('A'.repeat(1_400_001))).fault).toBe('too-large')
    const many = alterTransaction(signed.psbt, ({ inputs }) => {
      const [input] = inputs
      while (input && inputs.length < 501) inputs.push(input)
    })
    expect((await one.refuse(many)).fault).toBe('too-large')
    expect((await one.refuse(`02000000fdf501${'00'.repeat(60)}`)).fault).toBe('too-large')
    const short = ['', ' ', 'hello', 'Grüße', '00', '0200000000', '70736274ff', '70736274ff00', 'cHNidP8=']
    const cut = [signed.psbt.slice(0, -4), toHex(signed.psbt).slice(0, -2), `${toHex(signed.psbt)}00`]
    const raw = [signed.hex?.slice(0, -2) ?? '', `${signed.hex}00`, `0${signed.hex}`]
    for (const text of [...short, ...cut, ...raw]) expect((await one.refuse(text)).fault, text).toBe('unreadable')
    const twice = alter(signed.psbt, ({ inputs }) => {
      inputs[0]?.push(...(inputs[0]?.slice(0, 1) ?? []))
    })
    expect((await one.refuse(twice)).fault).toBe('unreadable')
  })
})

describe('cosigners', async () => {
  const one = await request('wsh-sortedmulti')
  const fingerprints = one.wallet.keys.map(({ fingerprint }) => fingerprint)
  const orders = [
    [0, 1],
    [1, 0],
    [2, 0],
    [1, 2],
  ] as const

  it.each(orders)('sign one after the other, or each alone: %i, %i', async (first, second) => {
    const half = await one.accept(one.sign(one.psbt, first).psbt)
    expect(half).toMatchObject({ signers: [first], complete: undefined })
    const passedOn = await one.accept(one.sign(half.psbt, second).psbt, half.psbt)
    const alone = await one.accept(one.sign(one.psbt, second).psbt, half.psbt)
    expect(alone).toEqual(passedOn)
    expect(alone.signers).toEqual([first, second].toSorted((a, b) => a - b))
    expect(one.refusal(alone.complete?.rawTransaction ?? '')).toBeUndefined()
    expect(alone.complete?.txid).toBe(one.checked.txid)
  })

  it('count once, however often they sign', async () => {
    const half = await one.accept(one.sign(one.psbt, 1).psbt)
    expect(await one.accept(one.sign(one.psbt, 1).psbt, half.psbt)).toEqual(half)
    expect(await one.accept(half.psbt, half.psbt)).toEqual(half)
  })

  it('may be more than are required, of whom as many are used', async () => {
    const all = [0, 1, 2].reduce((psbt, cosigner) => one.sign(psbt, cosigner).psbt, one.psbt)
    const { signers, complete } = await one.accept(all)
    expect(signers).toEqual(fingerprints.map((_, at) => at))
    expect(one.refusal(complete?.rawTransaction ?? '')).toBeUndefined()
  })

  it('complete the payment even if each signed only some of the inputs', async () => {
    const halves = [0, 1, 2].map((cosigner) => one.sign(one.psbt, cosigner).psbt)
    const mixed = alter(halves[0] ?? '', ({ inputs }) => {
      for (const [at, from] of [halves[1], halves[2]].entries()) {
        alter(from ?? '', (other) => {
          inputs[at]?.push(...(other.inputs[at]?.filter(({ type }) => type === inputFields.partialSignature) ?? []))
        })
      }
    })
    const { signers, complete } = await one.accept(mixed)
    expect(signers).toEqual([0])
    expect(one.refusal(complete?.rawTransaction ?? '')).toBeUndefined()
  })

  it('are refused together with one who signed only some of the inputs', async () => {
    const half = one.sign(one.psbt, 0).psbt
    const mixed = one.sign(half, 1, 'missing-signature').psbt
    expect(await one.refuse(mixed)).toEqual({
      fault: 'partly-signed',
      detail: { signed: { fingerprint: fingerprints[1], inputs: 1, of: 2 } },
    })
  })
})

it('lets others have their turn while many inputs are checked', async () => {
  const outside = openOutsideWallet('tr')
  const { psbt, amountSats, coins } = outside.build({ inputs: 80 })
  const wanted = {
    wallet: outside.wallet,
    network: 'regtest' as const,
    address: payee,
    amountSats,
    networkFeeFrom: 'wallet' as const,
    coins,
    maxFeeSats: 3000n,
    earlier: [],
  }
  const [checked, turnsOfBuilt] = await countTurns(() => checkUnsigned(psbt, wanted))
  if ('objection' in checked) throw new Error(checked.objection)
  const signed = outside.signByAll(checked.psbt)
  const [read, turnsOfSigned] = await countTurns(() => readSignatures({ ...wanted, psbt: checked.psbt }, signed.psbt))
  expect(read).toMatchObject({ signers: [0], complete: { vbytes: expect.any(Number) } })
  expect(turnsOfBuilt).toBeGreaterThanOrEqual(3)
  expect(turnsOfSigned).toBeGreaterThanOrEqual(3)
})

/** How often a timer fires while something runs. */
const countTurns = async <T>(run: () => Promise<T>): Promise<[T, number]> => {
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 1)
  try {
    return [await run(), turns]
  } finally {
    clearInterval(timer)
  }
}
