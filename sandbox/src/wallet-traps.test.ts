import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

type Transaction = { transactionHash: string; amount: string; status: string; labels: Record<string, { ref?: string }> }

/** BTCPay's pitfalls, which a platform must handle by design. */
describe('a store’s wallet', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  const fundedWallet = async (...amounts: string[]) => {
    const shop = await sandbox.shop()
    const wallet = `/api/v1/stores/${shop.storeId}/payment-methods/BTC-CHAIN/wallet`
    const fresh = async () =>
      (await sandbox.ok<{ address: string }>('GET', `${wallet}/address?forceGenerate=true`)).address
    for (const amountBtc of amounts) await sandbox.control.faucet({ address: await fresh(), amountBtc })
    await sandbox.control.mine({ blocks: 1 })
    return { shop, wallet, fresh }
  }

  const foreignAddress = async () => {
    const { fresh } = await fundedWallet()
    return fresh()
  }

  it('reserves no coins between signing and broadcast', async () => {
    const { wallet } = await fundedWallet('1')
    const send = async (amount: string) => {
      const destinations = [{ destination: await foreignAddress(), amount }]
      return sandbox.ok<string>('POST', `${wallet}/transactions`, {
        destinations,
        proceedWithBroadcast: false,
        feeRate: 5,
      })
    }
    const [first, second] = [await send('0.3'), await send('0.4')]
    const broadcast = (transaction: string) => sandbox.call('POST', `${wallet}/transactions/broadcast`, { transaction })
    expect(await broadcast(first)).toMatchObject({ status: 200, body: { status: 'Unconfirmed', blockHash: null } })
    expect(await broadcast(second)).toMatchObject({ status: 400, body: { code: 'broadcast-error' } })
    expect(await broadcast(first)).toMatchObject({ status: 200 })
    const overview = await sandbox.ok<{ balance: string; confirmedBalance: string }>('GET', wallet)
    // The coin is spent in the mempool, but still counted as confirmed.
    expect(overview.confirmedBalance).toBe('1.00000000')
    expect(Number(overview.balance)).toBeLessThan(0.7)
    await sandbox.control.mine({ blocks: 1 })
    expect(await broadcast(first)).toMatchObject({ status: 400, body: { code: 'broadcast-error' } })
  })

  it('may lose its own transaction from the mempool and broadcast the same bytes again', async () => {
    const { wallet } = await fundedWallet('1')
    const destinations = [{ destination: await foreignAddress(), amount: '0.2' }]
    const sent = await sandbox.ok<Transaction>('POST', `${wallet}/transactions`, { destinations })
    const hex = await (await fetch(`${sandbox.explorerUrl}/tx/${sent.transactionHash}/hex`)).text()
    await sandbox.control.evict({ txid: sent.transactionHash })
    expect(await sandbox.ok('GET', wallet)).toMatchObject({ balance: '1.00000000' })
    const again = await sandbox.ok<Transaction>('POST', `${wallet}/transactions/broadcast`, { transaction: hex })
    expect(again.transactionHash).toBe(sent.transactionHash)
  })

  it('returns nothing useful for a skip without a filter', async () => {
    const { wallet } = await fundedWallet('0.1', '0.2', '0.3', '0.4')
    const list = (query: string) => sandbox.ok<Transaction[]>('GET', `${wallet}/transactions?${query}`)
    const all = await list('')
    expect(all).toHaveLength(4)
    expect(await list('skip=2&limit=2')).toEqual([])
    expect(await list('skip=1&limit=2')).toHaveLength(1)
    const both = 'statusFilter=Confirmed&statusFilter=Unconfirmed'
    expect((await list(`${both}&skip=2&limit=2`)).map((one) => one.transactionHash)).toEqual(
      all.slice(2).map((one) => one.transactionHash),
    )
    expect(await list('limit=3')).toEqual(all.slice(0, 3))
    expect(await list('statusFilter=Unconfirmed')).toEqual([])
  })

  it('labels the transactions that paid an invoice', async () => {
    const { shop, wallet } = await fundedWallet()
    const { id } = await shop.createInvoice()
    const { txid } = await sandbox.control.pay({ invoiceId: id })
    const found = await sandbox.ok<Transaction>('GET', `${wallet}/transactions/${txid}`)
    expect(found).toMatchObject({ amount: '0.00200000', labels: { invoice: { type: 'invoice', ref: id } } })
    expect(await sandbox.ok<Transaction[]>('GET', `${wallet}/transactions?labelFilter=invoice`)).toHaveLength(1)
  })

  it('a scoped key cannot sign when the policy forbids it', async () => {
    const { shop, wallet } = await fundedWallet('1')
    const key = await sandbox.keyWith(`btcpay.store.canmanagewallettransactions:${shop.storeId}`)
    const probe = () => sandbox.call('POST', `${wallet}/transactions`, { destinations: [] }, key)
    expect(await probe()).toMatchObject({ status: 422, body: [{ path: 'Destinations' }] })
    await sandbox.control.policy({ hotWalletsForAll: false })
    expect(await probe()).toMatchObject({ status: 503, body: { code: 'not-available' } })
    const { id } = await sandbox.ok<{ id: string }>('POST', '/api/v1/stores', { name: 'Cold' })
    const scoped = await sandbox.keyWith(`btcpay.store.canmodifystoresettings:${id}`)
    const path = `/api/v1/stores/${id}/payment-methods/BTC-CHAIN/wallet/generate`
    expect(await sandbox.call('POST', path, { savePrivateKeys: true }, scoped)).toMatchObject({
      status: 422,
      body: [{ path: 'SavePrivateKeys' }],
    })
    await sandbox.control.policy({ hotWalletsForAll: true })
    expect(await probe()).toMatchObject({ status: 422 })
  })
})

describe('Lightning', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  it('shares one node, which cannot pay itself, unless a store has its own', async () => {
    const [one, two] = [await sandbox.shop(), await sandbox.shop()]
    const node = (storeId: string) => `/api/v1/stores/${storeId}/lightning/BTC`
    const created = await sandbox.ok<{ BOLT11: string }>('POST', `${node(one.storeId)}/invoices`, {
      amount: '5000',
      expiry: 60,
    })
    const itself = await sandbox.call('POST', `${node(two.storeId)}/invoices/pay`, { BOLT11: created.BOLT11 })
    expect(itself).toMatchObject({ status: 400, body: { code: 'generic-error' } })
    await sandbox.control.lightning({ node: 'two', create: {}, localMsat: '1000000000' })
    const config = { connectionString: 'type=sandbox;node=two' }
    await sandbox.ok('PUT', `/api/v1/stores/${two.storeId}/payment-methods/BTC-LN`, { config })
    const again = await sandbox.ok<{ BOLT11: string; paymentHash: string }>('POST', `${node(one.storeId)}/invoices`, {
      amount: '5000',
      expiry: 60,
    })
    expect(await sandbox.call('POST', `${node(two.storeId)}/invoices/pay`, { BOLT11: again.BOLT11 })).toMatchObject({
      status: 200,
      body: { status: 'Complete', paymentHash: again.paymentHash },
    })
  })

  it('a pending payment is looked up by its hash', async () => {
    const shop = await sandbox.shop()
    const base = `/api/v1/stores/${shop.storeId}/lightning/BTC`
    await sandbox.control.lightning({ localMsat: '1000000000' })
    const { bolt11, paymentHash } = await sandbox.control.lightning({ ask: { amountMsat: '7000' } })
    await sandbox.control.lightning({ hangNext: 1 })
    expect(await sandbox.call('POST', `${base}/invoices/pay`, { BOLT11: bolt11 })).toMatchObject({
      status: 202,
      body: { status: 'Pending' },
    })
    expect(await sandbox.ok('GET', `${base}/payments/${paymentHash}`)).toMatchObject({ status: 'Pending' })
    await sandbox.control.lightning({ resolve: { paymentHash: paymentHash ?? '', how: 'complete' } })
    expect(await sandbox.ok('GET', `${base}/payments/${paymentHash}`)).toMatchObject({ status: 'Complete' })
    await sandbox.control.lightning({ failNext: 1 })
    const next = await sandbox.control.lightning({ ask: { amountMsat: '7000' } })
    expect(await sandbox.call('POST', `${base}/invoices/pay`, { BOLT11: next.bolt11 })).toMatchObject({
      status: 400,
      body: { code: 'could-not-find-route' },
    })
  })

  it('is left out of new invoices without an error when the node is down', async () => {
    const shop = await sandbox.shop()
    await sandbox.control.lightning({ down: true })
    expect(await shop.createInvoice()).toMatchObject({ checkout: { paymentMethods: ['BTC-CHAIN'] } })
    expect(await sandbox.call('GET', `/api/v1/stores/${shop.storeId}/lightning/BTC/info`)).toMatchObject({
      status: 503,
      body: { code: 'lightning-node-unavailable' },
    })
    const alone = await sandbox.call('POST', `/api/v1/stores/${shop.storeId}/invoices`, {
      amount: '5',
      checkout: { paymentMethods: ['BTC-LN'] },
    })
    expect(alone).toMatchObject({ status: 400, body: { code: 'generic-error' } })
    await sandbox.control.lightning({ down: false })
  })
})
