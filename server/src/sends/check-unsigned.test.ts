import { hex } from '@scure/base'
import { RawOutput, RawTx } from '@scure/btc-signer/script.js'
import { describe, expect, it } from 'vitest'
import { parseTransaction } from '../../../sandbox/src/engine/chain/transaction-bytes.ts'
import { alter, alterTransaction, coinSats, openOutsideWallet, payee } from '../../test/outside-wallet.ts'
import { scripts } from '../platform/bitcoin/own-wallet.ts'
import { inputFields, type PsbtMaps, readPsbt, row } from '../platform/bitcoin/psbt-maps.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { checkUnsigned } from './check-unsigned.ts'

type Outside = ReturnType<typeof openOutsideWallet>
type Built = ReturnType<Outside['build']>

const wantedOf = ({ wallet }: Outside, { coins, amountSats }: Built) => ({
  wallet,
  network: 'regtest' as const,
  address: payee,
  amountSats,
  networkFeeFrom: 'wallet' as 'wallet' | 'amount',
  coins,
  maxFeeSats: 3000n,
  earlier: [] as string[][],
})

const accept = async (outside: Outside, built: Built, more: Partial<ReturnType<typeof wantedOf>> = {}) => {
  const checked = await checkUnsigned(built.psbt, { ...wantedOf(outside, built), ...more })
  if ('objection' in checked) throw new Error(checked.objection)
  return checked
}

const mapsOf = (psbt: string): PsbtMaps => {
  const maps = readPsbt(Buffer.from(psbt, 'base64'))
  if (!maps) throw new Error('this is not a PSBT')
  return maps
}

const shapes = [1, 2, 3].flatMap((inputs) => [true, false].map((change) => ({ inputs, change })))

describe.each(scripts)('a PSBT for %s', (script) => {
  const outside = openOutsideWallet(script)

  it.each(shapes)('is accepted and signed as predicted: $inputs inputs, change $change', async (shape) => {
    const built = outside.build(shape)
    const checked = await accept(outside, built)
    expect(checked).toMatchObject({
      feeSats: 1000n,
      payeeSats: built.amountSats,
      inputs: [...built.coins.keys()],
      payeeIndex: shape.change ? 1 : 0,
      change: shape.change
        ? { index: 0, number: 7, address: outside.addressAt(1, 7), amountSats: built.changeSats }
        : undefined,
    })
    const { hex: raw = '' } = outside.signByAll(checked.psbt)
    expect(built.refusal(raw)).toBeUndefined()
    const signed = parseTransaction(raw)
    expect(checked.txid).toBe(script === 'pkh' ? undefined : signed.txid)
    // Signatures are one or two bytes shorter than the longest, which count four times where they are no witness.
    const shorter = shape.inputs * outside.wallet.required * 2
    expect(checked.vbytes).toBeGreaterThanOrEqual(signed.vsize)
    expect(checked.vbytes - signed.vsize).toBeLessThanOrEqual(shorter)
  })

  it('is handed out without what no wallet needs, with origins of our own', async () => {
    const built = outside.build()
    const dirty = alter(built.psbt, ({ global, inputs, outputs }) => {
      for (const rows of [global, inputs[0] ?? [], outputs[0] ?? []]) {
        rows.push(row(0xfc, Buffer.from('spy'), Buffer.from('05spy', 'hex')), row(0x77, Buffer.from('unknown')))
      }
      for (const { type, value } of inputs[0] ?? []) {
        // The fingerprint, which follows a zero in taproot's field.
        if (type === 0x06) value.fill(0xee, 0, 4)
        if (type === 0x16) value.fill(0xee, 1, 5)
      }
    })
    expect((await accept(outside, { ...built, psbt: dirty })).psbt).toBe((await accept(outside, built)).psbt)
  })

  it('is refused for every lie about an input', async () => {
    const built = outside.build({ inputs: 2 })
    const objectionTo = async (change: (rows: PsbtMaps['inputs'][number]) => PsbtMaps['inputs'][number]) => {
      const psbt = alter(built.psbt, ({ inputs }) => {
        inputs[1] = change(inputs[1] ?? [])
      })
      const checked = await checkUnsigned(psbt, wantedOf(outside, built))
      return 'objection' in checked ? checked.objection.slice(67) : undefined
    }
    const without = (rows: PsbtMaps['inputs'][number], ...types: number[]) =>
      rows.filter(({ type }) => !types.includes(type))
    const own = Buffer.from(scriptOfAddress(outside.addressAt(1, 1), 'regtest') ?? '', 'hex')
    const stranger = Buffer.from(scriptOfAddress(payee, 'regtest') ?? '', 'hex')
    const say = (amount: bigint, locking: Uint8Array) =>
      objectionTo((rows) => [
        ...without(rows, inputFields.witnessUtxo),
        row(inputFields.witnessUtxo, RawOutput.encode({ amount, script: locking })),
      ])
    expect(await say(coinSats, own)).toBeUndefined()
    expect(await say(coinSats + 1n, own)).toBe('doesn’t have our amount at an address of the wallet')
    expect(await say(coinSats, stranger)).toBe('doesn’t have our amount at an address of the wallet')
    expect(await objectionTo((rows) => without(rows, 0x06, 0x16))).toBe('doesn’t name an address of the wallet')
    expect(await objectionTo((rows) => [...rows, row(inputFields.finalScriptSig, Buffer.from('00', 'hex'))])).toBe(
      'is already signed',
    )
    expect(await objectionTo((rows) => [...rows, row(inputFields.sighash, Buffer.from('03000000', 'hex'))])).toBe(
      'would not sign everything',
    )
    expect(
      await objectionTo((rows) => [...rows, row(inputFields.sighash, Buffer.from('01000000', 'hex'))]),
    ).toBeUndefined()
    const nameOther = await objectionTo((rows) => {
      for (const { type, value } of rows)
        if (type === 0x06 || type === 0x16) value.fill(9, value.length - 4, value.length - 3)
      return rows
    })
    expect(nameOther).toContain('doesn’t have our amount at an address of the wallet')
    const nameBranch = await objectionTo((rows) => {
      for (const { type, value } of rows)
        if (type === 0x06 || type === 0x16) value.fill(2, value.length - 8, value.length - 7)
      return rows
    })
    expect(nameBranch).toBe('doesn’t name an address of the wallet')
    if (script !== 'pkh') {
      expect(await objectionTo((rows) => without(rows, inputFields.witnessUtxo))).toBe(
        'doesn’t have our amount at an address of the wallet',
      )
    }
  })

  it('is refused if a previous transaction is missing where it is needed, or is another', async () => {
    const built = outside.build()
    const previousWith = (amount: bigint, index = 1) => {
      const [input] = mapsOf(openOutsideWallet('wpkh').build().psbt).inputs
      const given = RawTx.decode(input?.find(({ type }) => type === inputFields.previous)?.value ?? new Uint8Array())
      const own = Buffer.from(scriptOfAddress(outside.addressAt(0, 0), 'regtest') ?? '', 'hex')
      return RawTx.encode({
        ...given,
        outputs: given.outputs.map((output, at) => (at === index ? { amount, script: own } : output)),
      })
    }
    const objectionTo = async (previous: Uint8Array | undefined) => {
      const psbt = alter(built.psbt, ({ inputs }) => {
        const rows = inputs[0]?.filter(({ type }) => type !== inputFields.previous) ?? []
        inputs[0] = previous ? [...rows, row(inputFields.previous, previous)] : rows
      })
      const checked = await checkUnsigned(psbt, wantedOf(outside, built))
      return 'objection' in checked ? checked.objection.slice(67) : undefined
    }
    expect(await objectionTo(previousWith(coinSats))).toBeUndefined()
    expect(await objectionTo(undefined)).toBe(script === 'pkh' ? 'doesn’t have its previous transaction' : undefined)
    expect(await objectionTo(previousWith(coinSats + 1n))).toBe('has another previous transaction')
    expect(await objectionTo(Buffer.from('00', 'hex'))).toBe('has another previous transaction')
  })
})

describe('a payment', () => {
  const outside = openOutsideWallet('wpkh')
  const built = outside.build({ inputs: 2 })
  const objectionTo = async (psbt: string, more: Partial<ReturnType<typeof wantedOf>> = {}) => {
    const checked = await checkUnsigned(psbt, { ...wantedOf(outside, built), ...more })
    return 'objection' in checked ? checked.objection : undefined
  }
  const pay = (change: Parameters<typeof alterTransaction>[1]) => objectionTo(alterTransaction(built.psbt, change))
  const stranger = hex.decode(scriptOfAddress('bcrt1q0ht9tyks4vh7p5p904t340cr9nvahy7um9zdem', 'regtest') ?? '')

  it('pays the recipient exactly, and nobody else', async () => {
    expect(await objectionTo(built.psbt)).toBeUndefined()
    const short = await pay(({ outputs }) => {
      const [change, paid] = outputs
      if (change && paid) [change.amount, paid.amount] = [change.amount + 1n, paid.amount - 1n]
    })
    expect(short).toBe('it doesn’t pay the recipient the exact amount')
    const other = await pay(({ outputs }) => {
      if (outputs[1]) outputs[1].script = stranger
    })
    expect(other).toBe('it doesn’t pay the recipient the exact amount')
    const third = await pay(({ outputs }) => {
      if (outputs[0]) outputs[0].amount -= 600n
      outputs.push({ amount: 600n, script: stranger })
    })
    expect(third).toBe('it has more than one output besides the recipient')
    const foreign = await pay(({ outputs }) => {
      if (outputs[0]) outputs[0].script = stranger
    })
    expect(foreign).toBe('its other output isn’t a change address of the wallet')
    const receiving = await pay(({ outputs }) => {
      if (outputs[0]) outputs[0].script = hex.decode(scriptOfAddress(outside.addressAt(0, 7), 'regtest') ?? '')
    })
    expect(receiving).toBe('its other output isn’t a change address of the wallet')
  })

  it('is refused if its change is named as a receiving address', async () => {
    const renamed = alter(built.psbt, ({ outputs }) => {
      for (const { value } of outputs[0] ?? []) value.fill(0, value.length - 8, value.length - 4)
    })
    expect(await objectionTo(renamed)).toBe('its other output isn’t a change address of the wallet')
  })

  it('is refused if its change is where no wallet would look', async () => {
    const at = (changeNumber: number) => {
      const far = outside.build({ changeNumber })
      return checkUnsigned(far.psbt, wantedOf(outside, far))
    }
    expect(await at(100_000)).toMatchObject({ change: { number: 100_000 } })
    expect(await at(100_001)).toEqual({ objection: 'its other output isn’t a change address of the wallet' })
  })

  it('finds change whose number isn’t named among the first 200', async () => {
    const at = (number: number) =>
      alter(
        alterTransaction(built.psbt, ({ outputs }) => {
          if (outputs[0]) outputs[0].script = hex.decode(scriptOfAddress(outside.addressAt(1, number), 'regtest') ?? '')
        }),
        ({ outputs }) => {
          outputs[0] = []
        },
      )
    expect((await accept(outside, { ...built, psbt: at(199) })).change?.number).toBe(199)
    expect(await objectionTo(at(200))).toBe('its other output isn’t a change address of the wallet')
  })

  it('costs no more than the highest fee, which the recipient pays if that was requested', async () => {
    expect(await objectionTo(built.psbt, { maxFeeSats: 999n })).toBe('its fee of 1000 satoshis isn’t between 0 and 999')
    expect(await objectionTo(built.psbt, { maxFeeSats: 1000n })).toBeUndefined()
    const more = await pay(({ outputs }) => {
      if (outputs[0]) outputs[0].amount += 1001n
    })
    expect(more).toBe('its fee of -1 satoshis isn’t between 0 and 3000')
    const deducted = await accept(outside, built, { networkFeeFrom: 'amount', amountSats: 61_000n })
    expect(deducted.payeeSats).toBe(60_000n)
    expect(await objectionTo(built.psbt, { networkFeeFrom: 'amount' })).toBe(
      'it doesn’t pay the recipient the exact amount',
    )
  })

  it('spends the chosen coins only, once, and one of each earlier version', async () => {
    const [first = '', second = ''] = built.coins.keys()
    expect(await objectionTo(built.psbt, { coins: new Map([[first, coinSats]]) })).toBe(
      `it spends ${second}, which was not chosen`,
    )
    const twice = await pay(({ inputs }) => {
      if (inputs[0]) inputs[1] = inputs[0]
    })
    expect(twice).toBe('it has no inputs or spends one twice')
    expect(await objectionTo(built.psbt, { earlier: [[first], [second]] })).toBeUndefined()
    expect(await objectionTo(built.psbt, { earlier: [[first], ['other-0']] })).toBe(
      'it could confirm in addition to an earlier version',
    )
  })

  it('can be sent as soon as it is signed', async () => {
    const waits = await pay(({ inputs }) => {
      if (inputs[0]) inputs[0].sequence = 144
    })
    expect(waits).toBe('it would have to wait for blocks')
    const odd = await pay((transaction) => {
      transaction.version = 3
    })
    expect(odd).toBe('its version is 3')
  })

  it('keeps the account keys if BTCPay names any, as the wallet has them', async () => {
    const named = alter(built.psbt, ({ global }) => {
      global.push(row(0x01, Buffer.alloc(4), Buffer.alloc(78, 2)))
    })
    const { global } = mapsOf((await accept(outside, { ...built, psbt: named })).psbt)
    const [account] = global.filter(({ type }) => type === 0x01)
    expect(account?.key).toHaveLength(79)
    expect(Buffer.from(account?.value ?? []).toString('hex')).toBe(
      `${outside.wallet.keys[0]?.fingerprint}540000800100008000000080`,
    )
    expect(outside.signByAll((await accept(outside, { ...built, psbt: named })).psbt).hex).toBeDefined()
  })

  it('is refused if it isn’t a PSBT, or has too many inputs', async () => {
    const refused = 'the response isn’t a PSBT of at most 500 inputs'
    for (const text of ['', 'nonsense', 'cHNidP8=', built.psbt.slice(0, -8), `${built.psbt}AAAA`]) {
      expect(await objectionTo(text)).toBe(refused)
    }
    const many = alterTransaction(built.psbt, ({ inputs }) => {
      const [input] = inputs
      while (input && inputs.length < 501) inputs.push(input)
    })
    expect(await objectionTo(many)).toBe(refused)
  })
})
