import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

type Overview = { balance: string; confirmedBalance: string }

/** Wallets whose keys are elsewhere, as the product connects them. What any BTCPay does is in the conformance suite. */
describe('a watch-only store', () => {
  let sandbox: TestSandbox
  let keys: { rootFingerprint: string; accountKeyPath: string; accountKey: string }[]
  beforeAll(async () => {
    sandbox = await startTestSandbox()
    keys = await Promise.all([0, 1, 2].map(freshKey))
  })
  afterAll(() => sandbox.stop())

  const freshKey = async () => {
    const { id } = await sandbox.ok<{ id: string }>('POST', '/api/v1/stores', { name: 'Keys' })
    const path = `/api/v1/stores/${id}/payment-methods/BTC-CHAIN/wallet/generate`
    const { config } = await sandbox.ok<{ config: { accountKeySettings: typeof keys } }>('POST', path, {})
    return config.accountKeySettings[0] as (typeof keys)[number]
  }
  const watch = async (config: unknown) => {
    const shop = await sandbox.shop()
    const method = `/api/v1/stores/${shop.storeId}/payment-methods/BTC-CHAIN`
    const put = await sandbox.call('PUT', method, { enabled: true, config })
    return { shop, method, put, wallet: `${method}/wallet` }
  }
  const multisig = () => `2-of-${keys.map(({ accountKey }) => accountKey).join('-')}`

  it.each([
    ['-[legacy]', () => `${keys[0]?.accountKey}-[legacy]`],
    ['-[p2sh]', () => `${keys[0]?.accountKey}-[p2sh]`],
    ['-[taproot]', () => `${keys[0]?.accountKey}-[taproot]`],
    ['2-of-3', multisig],
  ])('gives invoices addresses of its own, and counts what they receive: %s', async (_, scheme) => {
    const { shop, wallet } = await watch({
      accountDerivation: scheme(),
      accountKeySettings: keys,
      isHotWallet: false,
    })
    const { addresses } = await sandbox.ok<{ addresses: { address: string }[] }>('GET', `${wallet}/preview?count=30`)
    const { id } = await shop.createInvoice()
    const [method] = await shop.methods(id)
    expect(addresses.map(({ address }) => address)).toContain(method?.destination)
    const { txid } = await sandbox.control.pay({ invoiceId: id })
    expect(await sandbox.ok('GET', `${wallet}/transactions/${txid}`)).toMatchObject({ amount: '0.00200000' })
    await sandbox.control.mine({ blocks: 1 })
    expect(await shop.invoice(id)).toMatchObject({ status: 'Settled' })
    expect(await sandbox.ok<Overview>('GET', wallet)).toMatchObject({ confirmedBalance: '0.00200000' })
    expect(await sandbox.ok('GET', `${wallet}/utxos`)).toMatchObject([
      { address: method?.destination, amount: '0.00200000', keyPath: expect.stringMatching(/^0\/\d+$/) },
    ])
  })

  it('keeps its payments and addresses over a restart', async () => {
    const { wallet } = await watch({ accountDerivation: `${multisig()}-[p2sh]`, accountKeySettings: keys })
    const { address } = await sandbox.ok<{ address: string }>('GET', `${wallet}/address`)
    await sandbox.control.faucet({ address, amountBtc: '0.3' })
    await sandbox.restart()
    expect(await sandbox.ok<Overview>('GET', wallet)).toMatchObject({ balance: '0.30000000' })
    expect(await sandbox.ok('GET', `${wallet}/address`)).not.toMatchObject({ address })
  })

  it('shares its coins with a store of the same keys in another order, each with its own spelling', async () => {
    const one = await watch({ accountDerivation: multisig(), accountKeySettings: keys })
    const reversed = [...keys].reverse()
    const scheme = `2-of-${reversed.map(({ accountKey }) => accountKey).join('-')}`
    const other = await watch({ accountDerivation: scheme, accountKeySettings: reversed })
    const { address } = await sandbox.ok<{ address: string }>('GET', `${one.wallet}/address?forceGenerate=true`)
    const before = await sandbox.ok<Overview>('GET', other.wallet)
    await sandbox.control.faucet({ address, amountBtc: '0.1' })
    const after = await sandbox.ok<Overview>('GET', other.wallet)
    expect(Number(after.balance) - Number(before.balance)).toBeCloseTo(0.1)
    expect(await sandbox.ok('GET', `${other.method}?includeConfig=true`)).toMatchObject({
      config: {
        accountDerivation: scheme,
        accountKeySettings: reversed,
        signingKey: reversed[0]?.accountKey,
        isHotWallet: false,
      },
    })
  })

  it('keeps nothing of the config before, not even the right to sign', async () => {
    const shop = await sandbox.shop()
    const method = `/api/v1/stores/${shop.storeId}/payment-methods/BTC-CHAIN`
    const { config } = await sandbox.ok<{ config: { accountDerivation: string; isHotWallet: boolean } }>(
      'GET',
      `${method}?includeConfig=true`,
    )
    expect(config.isHotWallet).toBe(true)
    await sandbox.ok('PUT', method, { config: { accountDerivation: config.accountDerivation } })
    const cold = await sandbox.ok<{ config: object }>('GET', `${method}?includeConfig=true`)
    expect(cold.config).toMatchObject({ isHotWallet: false, accountKeySettings: [{ rootFingerprint: null }] })
    await sandbox.ok('PUT', method, { config: { ...config } })
    expect(await sandbox.ok('GET', `${method}?includeConfig=true`)).toMatchObject({ config: { isHotWallet: true } })
  })

  it('that claims to be hot without a seed in BTCPay signs nothing', async () => {
    const { wallet } = await watch({
      accountDerivation: `${keys[1]?.accountKey}`,
      accountKeySettings: [keys[1]],
      isHotWallet: true,
    })
    const { address } = await sandbox.ok<{ address: string }>('GET', `${wallet}/address`)
    await sandbox.control.faucet({ address, amountBtc: '0.2' })
    const destinations = [{ destination: (await sandbox.control.address({})).address, amount: '0.1' }]
    expect(await sandbox.call('POST', `${wallet}/transactions`, { destinations })).toMatchObject({
      status: 503,
      body: { code: 'not-available' },
    })
  })

  it('is refused with half a config or another network’s words', async () => {
    for (const config of [
      {},
      { isHotWallet: false },
      { accountDerivation: 'tr(xpub)' },
      '2-of-1',
      { derivationScheme: 1 },
    ]) {
      expect((await watch(config)).put, JSON.stringify(config)).toMatchObject({
        status: 422,
        body: [{ path: expect.stringMatching(/config/i) }],
      })
    }
  })
})
