import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestSandbox, type TestSandbox } from './testing/test-sandbox.ts'

describe('levers', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.stop())

  const pull = (name: string, body?: unknown) => sandbox.call('POST', `/sandbox/${name}`, body, '')

  it('mine a block and show it', async () => {
    const before = (await sandbox.control.state()).chain.height
    expect(await pull('mine', { blocks: 2 })).toMatchObject({ status: 200, body: { height: before + 2 } })
    const blocks = await sandbox.call('GET', '/sandbox/blocks?limit=3', undefined, '')
    expect(blocks.body).toMatchObject([{ height: before + 2 }, { height: before + 1 }, { height: before }])
    const state = await sandbox.call('GET', '/sandbox/state', undefined, '')
    expect(state.body).toMatchObject({ chain: { height: before + 2 }, levers: { engineDown: false } })
  })

  it('send coins to any address of the network and to no other', async () => {
    const shop = await sandbox.shop()
    const wallet = `/api/v1/stores/${shop.storeId}/payment-methods/BTC-CHAIN/wallet`
    const { address } = await sandbox.ok<{ address: string }>('GET', `${wallet}/address`)
    expect(await pull('faucet', { address, amountBtc: '0.5' })).toMatchObject({
      status: 200,
      body: { amountBtc: '0.50000000' },
    })
    expect(await sandbox.ok('GET', wallet)).toMatchObject({ balance: '0.50000000', confirmedBalance: '0.00000000' })
    await sandbox.control.mine({ blocks: 1 })
    expect(await sandbox.ok('GET', wallet)).toMatchObject({ balance: '0.50000000', confirmedBalance: '0.50000000' })
    const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
    expect(await pull('faucet', { address: mainnet, amountBtc: '1' })).toMatchObject({ status: 400 })
    expect(await pull('faucet', { address, amountBtc: '-1' })).toMatchObject({ status: 400 })
    expect(await pull('faucet', { address, amountBtc: '0.000000001' })).toMatchObject({ status: 400 })
  })

  it('refuse unknown input with a sentence', async () => {
    for (const [name, body, status] of [
      ['nothing', {}, 404],
      ['constructor', {}, 404],
      ['mine', { blocks: 'ten' }, 400],
      ['mine', { blocks: -1 }, 400],
      ['mine', { block: 1 }, 400],
      ['mine', '{"blocks":', 400],
      ['mine', '[]', 400],
      ['pay', { invoiceId: 'nope' }, 404],
      ['pay', {}, 400],
      ['replace', { txid: '0'.repeat(64) }, 409],
      ['evict', { txid: 'x' }, 400],
      ['reorg', { depth: 0 }, 400],
      ['clock', { advanceSeconds: -5 }, 400],
      ['rate', { usd: '-3' }, 400],
      ['rate', { usd: 'abc' }, 400],
      ['fail', { calls: 1, mode: 'explode' }, 400],
      ['engine', { down: 'yes' }, 400],
      ['webhooks', { drop: 1 }, 400],
      ['late', { coins: 1 }, 400],
      ['lightning', { node: 'nowhere', failNext: 1 }, 404],
    ] as const) {
      const answer = await pull(name, body)
      expect(answer, `${name} ${JSON.stringify(body)}`).toMatchObject({ status, body: { message: expect.any(String) } })
    }
  })

  it('make the rate sources unavailable and available again', async () => {
    const shop = await sandbox.shop()
    const config = { isCustomScript: false, spread: 0 }
    await sandbox.ok('PUT', `/api/v1/stores/${shop.storeId}/rates/configuration`, config)
    const create = () =>
      sandbox.call('POST', `/api/v1/stores/${shop.storeId}/invoices`, { amount: '10', currency: 'USD' })
    await sandbox.control.rate({ available: false })
    const refused = await create()
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({
      code: 'generic-error',
      message: expect.stringMatching(
        /^Error retrieving a matching payment method or rate\.\n[^]*Exception reaching exchange/,
      ),
    })
    expect((await sandbox.control.state()).rate).toMatchObject({ available: false })
    await sandbox.control.rate({ available: true })
    expect((await create()).status).toBe(200)
  })

  it('hold the rate and release it', async () => {
    const shop = await sandbox.shop()
    const config = { isCustomScript: false, spread: 0 }
    await sandbox.ok('PUT', `/api/v1/stores/${shop.storeId}/rates/configuration`, config)
    const usd = async () =>
      (await sandbox.ok<{ rate: string }[]>('GET', `/api/v1/stores/${shop.storeId}/rates?currencyPair=BTC_USD`))[0]
        ?.rate
    expect(Number(await usd())).toBeGreaterThan(100_000)
    await sandbox.control.rate({ usd: '64000.50' })
    expect(await usd()).toBe('64000.5')
    await sandbox.control.rate({ usd: null })
    expect(Number(await usd())).toBeGreaterThan(100_000)
  })

  it('advance the clock', async () => {
    const { clock } = await sandbox.control.state()
    const { now } = await sandbox.control.clock({ advanceSeconds: 86_400 })
    expect(now - clock.now).toBeGreaterThanOrEqual(86_400)
  })

  it('make requests fail in every mode once', async () => {
    const get = () => sandbox.call('GET', '/api/v1/server/info')
    await sandbox.control.fail({ calls: 1, mode: 'error500' })
    expect(await get()).toMatchObject({ status: 500 })
    await sandbox.control.fail({ calls: 1, mode: 'html200' })
    expect(await get()).toMatchObject({ status: 200, body: expect.stringContaining('<!doctype') })
    await sandbox.control.fail({ calls: 1, mode: '429' })
    expect(await get()).toMatchObject({ status: 429 })
    for (const mode of ['truncated', 'drop-before', 'drop-after'] as const) {
      await sandbox.control.fail({ calls: 1, mode })
      await expect(get()).rejects.toThrow()
    }
    await sandbox.control.fail({ calls: 1, mode: 'timeout' })
    const answer = fetch(`${sandbox.url}/api/v1/health`, { signal: AbortSignal.timeout(300) })
    await expect(answer).rejects.toThrow()
    expect(await get()).toMatchObject({ status: 200 })
  })

  it('make only the named requests fail', async () => {
    await sandbox.control.fail({ calls: 2, mode: 'error500', method: 'POST', path: '/stores/*/invoices' })
    const shop = await sandbox.shop()
    expect(await sandbox.call('GET', `/api/v1/stores/${shop.storeId}/invoices`)).toMatchObject({ status: 200 })
    await expect(shop.createInvoice()).rejects.toThrow(/500/)
    await sandbox.control.fail({ calls: 0 })
    expect(await shop.createInvoice()).toMatchObject({ status: 'New' })
  })

  it('lose a response after its effect', async () => {
    const shop = await sandbox.shop()
    await sandbox.control.fail({ calls: 1, mode: 'drop-after', path: '/invoices' })
    await expect(shop.createInvoice({ metadata: { orderId: 'lost' } })).rejects.toThrow()
    const found = await sandbox.ok<unknown[]>('GET', `/api/v1/stores/${shop.storeId}/invoices?orderId=lost`)
    expect(found).toHaveLength(1)
  })

  it('drop, duplicate and shuffle webhooks', async () => {
    const shop = await sandbox.shop()
    await sandbox.control.webhooks({ drop: true })
    await shop.createInvoice()
    expect(await shop.events()).toEqual([])
    await sandbox.control.webhooks({ duplicate: true })
    await shop.createInvoice()
    expect(await shop.events()).toEqual(['InvoiceCreated', 'InvoiceCreated'])
    await sandbox.control.webhooks({ shuffle: true })
    const before = shop.receiver.events.length
    for (let count = 0; count < 8; count++) await shop.createInvoice({ metadata: { count } })
    await shop.events()
    expect(shop.receiver.events.length).toBe(before + 8)
    await sandbox.control.webhooks({})
  })

  it('let coins and labels appear later than their transaction, in either order', async () => {
    const shop = await sandbox.shop()
    const wallet = `/api/v1/stores/${shop.storeId}/payment-methods/BTC-CHAIN/wallet`
    const look = async () => {
      const [transaction] = await sandbox.ok<{ transactionHash: string; labels: object }[]>(
        'GET',
        `${wallet}/transactions`,
      )
      const coins = await sandbox.ok<unknown[]>('GET', `${wallet}/utxos`)
      const one = await sandbox.ok<{ labels: object }>('GET', `${wallet}/transactions/${transaction?.transactionHash}`)
      expect(one.labels).toEqual(transaction?.labels)
      return { coins: coins.length, labels: Object.keys(transaction?.labels ?? {}).length }
    }
    for (const first of ['coins', 'labels'] as const) {
      const before = (await sandbox.ok<unknown[]>('GET', `${wallet}/utxos`)).length
      expect(await pull('late', { coins: true, labels: true })).toMatchObject({ body: { coins: true, labels: true } })
      const { id } = await shop.createInvoice()
      await sandbox.control.pay({ invoiceId: id })
      expect(await look()).toEqual({ coins: before, labels: 0 })
      await sandbox.control.late({ coins: first === 'labels', labels: first === 'coins' })
      expect(await look()).toEqual({ coins: before + (first === 'coins' ? 1 : 0), labels: first === 'labels' ? 1 : 0 })
      await sandbox.control.late({})
      expect(await look()).toEqual({ coins: before + 1, labels: 1 })
    }
    expect((await sandbox.control.state()).levers.late).toEqual({ coins: false, labels: false })
  })

  it('give the connection to programs on this machine and to no page in a browser', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${sandbox.url}/sandbox/key`, { headers })
    expect(await (await ask({})).json()).toMatchObject({ adminKey: sandbox.adminKey, url: sandbox.url })
    expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await ask({ origin: 'null' })).status).toBe(403)
    expect((await ask({ origin: sandbox.url })).status).toBe(200)
    const rebound = await new Promise<number | undefined>((resolve) => {
      get(`${sandbox.url}/sandbox/key`, { headers: { host: 'evil.example' } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
    })
    expect(rebound).toBe(403)
  })

  it('need the administrator key outside the loopback interface', async () => {
    const open = await startTestSandbox({ host: '0.0.0.0' })
    try {
      expect(await open.call('POST', '/sandbox/mine', {}, '')).toMatchObject({ status: 401 })
      expect(await open.call('POST', '/sandbox/mine', {})).toMatchObject({ status: 200 })
    } finally {
      await open.stop()
    }
  })

  it('mine automatically', async () => {
    const { height } = (await sandbox.control.state()).chain
    await sandbox.control.automine({ seconds: 1 })
    await expect
      .poll(async () => (await sandbox.control.state()).chain.height, { timeout: 90_000 })
      .toBeGreaterThan(height)
    await sandbox.control.automine({ seconds: 0 })
  })
})
