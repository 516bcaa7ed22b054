import { Transaction } from '@scure/btc-signer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withChecksum } from './engine/device/descriptor-checksum.ts'
import { cheats } from './engine/device/sign-on-device.ts'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

const scripts = ['pkh', 'wpkh', 'sh-wpkh', 'tr', 'wsh-multi'] as const
type Script = (typeof scripts)[number]

const labels: Record<Script, string> = {
  pkh: '-[legacy]',
  wpkh: '',
  'sh-wpkh': '-[p2sh]',
  tr: '-[taproot]',
  'wsh-multi': '',
}

describe('the signing device', () => {
  let sandbox: TestSandbox
  let accounts = 0
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  /** A store that watches a fresh account of the device, with these coins. */
  const connect = async (script: Script, ...amounts: string[]) => {
    const account = accounts++
    const signers = script === 'wsh-multi' ? ([1, 2, 3] as const) : ([1] as const)
    const exported = await Promise.all(signers.map((cosigner) => sandbox.control.device({ script, account, cosigner })))
    const [first] = exported
    const keys = exported.map(({ xpub }) => xpub).join('-')
    const shop = await sandbox.shop()
    const method = `/api/v1/stores/${shop.storeId}/payment-methods/BTC-CHAIN`
    await sandbox.ok('PUT', method, {
      config: {
        accountDerivation: `${script === 'wsh-multi' ? '2-of-' : ''}${keys}${labels[script]}`,
        accountKeySettings: exported.map(({ fingerprint, keyPath, xpub }) => ({
          rootFingerprint: fingerprint,
          accountKeyPath: keyPath.slice(2),
          accountKey: xpub,
        })),
        isHotWallet: false,
      },
    })
    const wallet = `${method}/wallet`
    for (const amountBtc of amounts) {
      const { address } = await sandbox.ok<{ address: string }>('GET', `${wallet}/address?forceGenerate=true`)
      await sandbox.control.faucet({ address, amountBtc })
    }
    await sandbox.control.mine({ blocks: 1 })
    return { wallet, account, addresses: first?.addresses ?? [], exported }
  }

  const build = async (wallet: string, options: object = {}) => {
    const destinations = [{ destination: (await sandbox.control.address({})).address, amount: '0.01' }]
    const body = { destinations, feeRate: 3, signWithSeed: false, proceedWithBroadcast: false, ...options }
    return (await sandbox.ok<{ psbt: string }>('POST', `${wallet}/transactions`, body)).psbt
  }
  const read = (psbt: string) => Transaction.fromPSBT(Buffer.from(psbt, 'base64'))
  const broadcast = (wallet: string, transaction: string) =>
    sandbox.call('POST', `${wallet}/transactions/broadcast`, { transaction })

  it.each(scripts)('shows the addresses that BTCPay derives for %s', async (script) => {
    const { wallet, addresses } = await connect(script)
    const shown = await sandbox.ok<{ addresses: { address: string }[] }>('GET', `${wallet}/preview?count=5`)
    expect(shown.addresses.map(({ address }) => address)).toEqual(addresses)
  })

  it.each(scripts)('signs what BTCPay builds for %s, and the network confirms it', async (script) => {
    const { wallet } = await connect(script, '0.03', '0.02', '0.04')
    const psbt = await build(wallet, { destinations: [{ ...(await payee()), amount: '0.06' }] })
    const unsigned = read(psbt)
    expect(unsigned.inputsLength).toBe(2)
    expect(unsigned.outputsLength).toBe(2)
    expect(unsigned.lockTime).toBe((await sandbox.control.state()).chain.height)
    expect((await broadcast(wallet, psbt)).status).toBe(422)
    let signed = await sandbox.control.sign({ psbt })
    expect(signed.signatures).toBe(2)
    if (script === 'wsh-multi') {
      expect(signed.hex).toBeUndefined()
      expect((await broadcast(wallet, signed.psbt)).status).toBe(422)
      signed = await sandbox.control.sign({ psbt: signed.psbt, cosigner: 3 })
    }
    const vsize = Transaction.fromRaw(Buffer.from(signed.hex ?? '', 'hex')).vsize
    const sent = await broadcast(wallet, signed.psbt)
    expect(sent).toMatchObject({ status: 200, body: { status: 'Unconfirmed' } })
    await sandbox.control.mine({ blocks: 1 })
    const { balance } = await sandbox.ok<{ balance: string }>('GET', wallet)
    const feeSats = Math.round((0.09 - 0.06 - Number(balance)) * 1e8)
    expect(feeSats / vsize).toBeGreaterThanOrEqual(3)
    expect(feeSats / vsize).toBeLessThan(3.2)
  })

  it('gets from BTCPay what it must know of each input and of the change', async () => {
    for (const script of scripts) {
      const { wallet, exported } = await connect(script, '0.03')
      const psbt = read(await build(wallet))
      const input = psbt.getInput(0)
      const change = [psbt.getOutput(0), psbt.getOutput(1)].find(
        (output) => output.bip32Derivation ?? output.tapBip32Derivation,
      )
      const origins = [input, change].map((one) =>
        script === 'tr'
          ? one?.tapBip32Derivation?.map(([, { der }]) => der)
          : one?.bip32Derivation?.map(([, der]) => der),
      )
      expect(new Set(origins[0]?.map(({ fingerprint }) => fingerprint)), script).toEqual(
        new Set(exported.map(({ fingerprint }) => Number.parseInt(fingerprint, 16))),
      )
      expect(origins[0]?.[0]?.path.slice(-2), script).toEqual([0, 0])
      expect(origins[1]?.[0]?.path.slice(-2), script).toEqual([1, 0])
      expect(origins[0]?.[0]?.path, script).toHaveLength(script === 'wsh-multi' ? 6 : 5)
      expect(input.witnessUtxo !== undefined, script).toBe(script !== 'pkh')
      expect(input.nonWitnessUtxo !== undefined, script).toBe(script !== 'tr')
      expect(input.redeemScript !== undefined, script).toBe(script === 'sh-wpkh')
      expect(input.witnessScript !== undefined, script).toBe(script === 'wsh-multi')
      expect(input.tapInternalKey !== undefined, script).toBe(script === 'tr')
      expect(input.sequence, script).toBe(0xffff_fffd)
    }
  })

  it('is asked for the chosen coins only, and without change for all of them', async () => {
    const { wallet } = await connect('tr', '0.03', '0.02', '0.04')
    const coins = await sandbox.ok<{ outpoint: string; amount: string }[]>('GET', `${wallet}/utxos`)
    const chosen = coins.find(({ amount }) => amount === '0.02000000')?.outpoint ?? ''
    const psbt = read(await build(wallet, { selectedInputs: [chosen], noChange: true }))
    expect(psbt.inputsLength).toBe(1)
    expect(`${Buffer.from(psbt.getInput(0).txid ?? []).toString('hex')}-${psbt.getInput(0).index}`).toBe(chosen)
    expect(psbt.outputsLength).toBe(1)
    expect(psbt.getOutput(0).amount).toBeGreaterThan(1_990_000n)
    const refused = async (options: object) => {
      const body = { destinations: [{ ...(await payee()), amount: '0.01' }], signWithSeed: false, ...options }
      return sandbox.call('POST', `${wallet}/transactions`, body)
    }
    expect(await refused({})).toMatchObject({ status: 422, body: [{ path: 'ProceedWithBroadcast' }] })
    const both = { proceedWithBroadcast: false, selectedInputs: [chosen], excludeUnconfirmed: true }
    expect(await refused(both)).toMatchObject({ status: 422, body: [{ path: 'ExcludeUnconfirmed' }] })
    const { address } = await sandbox.ok<{ address: string }>('GET', `${wallet}/address`)
    await sandbox.control.faucet({ address, amountBtc: '5' })
    const fresh = { destinations: [{ ...(await payee()), amount: '4' }], excludeUnconfirmed: true }
    expect(await refused({ ...fresh, proceedWithBroadcast: false })).toMatchObject({ body: [{ path: 'Destinations' }] })
  })

  it('signs two spends of one coin, of which one confirms, however late the other comes', async () => {
    const { wallet } = await connect('wpkh', '0.05')
    const [slow, fast] = [await build(wallet, { feeRate: 2 }), await build(wallet, { feeRate: 40 })]
    const [first, second] = [await sandbox.control.sign({ psbt: slow }), await sandbox.control.sign({ psbt: fast })]
    const one = (await broadcast(wallet, first.psbt)).body as { transactionHash: string }
    const two = (await broadcast(wallet, second.psbt)).body as { transactionHash: string }
    expect(two.transactionHash).not.toBe(one.transactionHash)
    expect(await sandbox.call('GET', `${wallet}/transactions/${one.transactionHash}`)).toMatchObject({ status: 404 })
    await sandbox.control.mine({ blocks: 1 })
    expect(await broadcast(wallet, first.psbt)).toMatchObject({ status: 400, body: { code: 'broadcast-error' } })
    expect(await sandbox.ok('GET', `${wallet}/transactions/${two.transactionHash}`)).toMatchObject({ confirmations: 1 })
    // After a reorganization without it, the older one may win.
    await sandbox.control.reorg({ depth: 1, empty: true })
    await sandbox.control.evict({ txid: two.transactionHash })
    expect(await broadcast(wallet, first.psbt)).toMatchObject({ status: 200 })
  })

  it('signs a PSBT of last month, which anyone can broadcast by any way', async () => {
    const { wallet } = await connect('sh-wpkh', '0.05')
    const { hex } = await sandbox.control.sign({ psbt: await build(wallet) })
    await sandbox.control.clock({ advanceSeconds: 30 * 86_400 })
    const sent = await fetch(`${sandbox.explorerUrl}/tx`, { method: 'POST', body: hex ?? '' })
    const txid = await sent.text()
    expect(await sandbox.ok('GET', `${wallet}/transactions/${txid}`)).toMatchObject({ status: 'Unconfirmed' })
  })

  it.each(cheats)('can cheat: %s', async (cheat) => {
    for (const script of cheat === 'wrong-key' ? scripts : (['wpkh', 'tr'] as const)) {
      const { wallet } = await connect(script, '0.03')
      const psbt = await build(wallet)
      const honest = read((await sandbox.control.sign({ psbt })).psbt)
      const signed = await sandbox.control.sign({ psbt, cheat })
      const tampered = read(signed.psbt)
      const amounts = (one: Transaction) => [one.getOutput(0).amount, one.getOutput(1).amount]
      const signature = (one: Transaction) => one.getInput(0).tapKeySig ?? one.getInput(0).partialSig?.[0]?.[1]
      if (cheat === 'changed-output') expect(tampered.getOutput(0).script).not.toEqual(honest.getOutput(0).script)
      if (cheat === 'other-fee') expect(tampered.fee - honest.fee).toBe(500n)
      if (cheat === 'wrong-key') expect(signature(tampered)).not.toEqual(signature(honest))
      if (cheat === 'missing-signature') expect(signature(tampered)).toBeUndefined()
      if (cheat === 'sighash-single') expect(signature(tampered)?.at(-1)).toBe(3)
      if (cheat === 'changed-sequence') expect(tampered.getInput(0).sequence).toBe(0xffff_fffe)
      if (cheat === 'changed-locktime') expect(tampered.lockTime).toBe(honest.lockTime + 1)
      if (cheat !== 'changed-output' && cheat !== 'other-fee') expect(amounts(tampered)).toEqual(amounts(honest))
      if (cheat === 'wrong-key' && signed.hex !== undefined) {
        expect(await broadcast(wallet, signed.hex)).toMatchObject({ status: 400 })
      }
      if (cheat === 'sighash-single' && signed.hex !== undefined) {
        expect(await broadcast(wallet, signed.hex)).toMatchObject({ status: 200 })
      }
    }
  })

  it('keeps its keys, and exports them in the files of other devices', async () => {
    const exported = await sandbox.control.device({ script: 'wpkh', account: 7 })
    expect(exported.slip132).toMatch(/^vpub/)
    expect(exported.descriptor).toMatch(/^wpkh\(\[[0-9a-f]{8}\/84h\/1h\/7h\]tpub\w+\/<0;1>\/\*\)#\w{8}$/)
    expect(exported.files.map(({ name }) => name)).toEqual(['sparrow-wpkh.txt', 'coldcard-export.json'])
    const generic = JSON.parse(exported.files[1]?.text ?? '') as { xfp: string; bip84: object; bip49: object }
    expect(generic.xfp.toLowerCase()).toBe(exported.fingerprint)
    expect(generic.bip84).toMatchObject({
      deriv: "m/84'/1'/7'",
      xpub: exported.xpub,
      _pub: exported.slip132,
      first: exported.addresses[0],
    })
    const multi = await sandbox.control.device({ script: 'wsh-multi', cosigner: 2 })
    expect(multi.slip132).toMatch(/^Vpub/)
    expect(multi.descriptor).toMatch(/^wsh\(sortedmulti\(2,(\[\w+\/48h\/1h\/0h\/2h\]\w+\/<0;1>\/\*,?){3}\)\)#\w{8}$/)
    expect(multi.files.at(-1)?.text).toContain('Policy: 2 of 3\nFormat: P2WSH')
    expect(multi.files.at(-1)?.text).toContain(`${multi.fingerprint.toUpperCase()}: ${multi.xpub}`)
    await sandbox.restart()
    expect(await sandbox.control.device({ script: 'wpkh', account: 7 })).toEqual(exported)
  })

  it('answers over HTTP, with a sentence for what it can’t sign', async () => {
    const post = (name: string, body: unknown) => sandbox.call('POST', `/sandbox/${name}`, body, '')
    expect(await post('device', { script: 'tr' })).toMatchObject({ status: 200, body: { script: 'tr' } })
    expect(await post('device', { script: 'p2pk' })).toMatchObject({ status: 400 })
    expect(await post('sign', { psbt: 'nonsense' })).toMatchObject({
      status: 409,
      body: { message: 'This isn’t a PSBT.' },
    })
    const { wallet } = await connect('wpkh', '0.03')
    expect(await post('sign', { psbt: await build(wallet), cosigner: 2 })).toMatchObject({
      status: 409,
      body: { message: 'This device has none of the keys.' },
    })
  })

  const payee = async () => ({ destination: (await sandbox.control.address({})).address })
})

it('a descriptor gets the checksum that Bitcoin Core gives it', () => {
  // BIP380's test vector.
  expect(withChecksum('raw(deadbeef)')).toBe('raw(deadbeef)#89f8spxm')
})
