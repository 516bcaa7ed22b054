import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Delivering, startDelivering } from '../../test/deliver-webhooks.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { runPhp } from '../../test/run-php.ts'
import { startWebhookReceiver, until, type WebhookReceiver } from '../../test/webhook-receiver.ts'
import { syncStore } from '../payments/sync-store.ts'
import { greenfieldBase } from './routes.ts'

/** Checkouts of btcpayserver-greenfield-php and woocommerce-greenfield-plugin. */
const { BTCPAY_PHP: library, WOO_PLUGIN: plugin } = process.env
const hasPhp =
  spawnSync('php', ['-r', 'exit(extension_loaded("curl") && extension_loaded("bcmath") ? 0 : 1);']).status === 0

const skipped = (needed: Record<string, string | undefined>) => {
  const missing = Object.entries(needed).flatMap(([name, path]) => (path === undefined ? [name] : []))
  if (missing.length > 0) return ` (skipped: set ${missing.join(' and ')} to a checkout)`
  return hasPhp ? '' : ' (skipped: install PHP with curl and bcmath)'
}
const libraryNote = skipped({ BTCPAY_PHP: library })
const pluginNote = skipped({ BTCPAY_PHP: library, WOO_PLUGIN: plugin })

let money: Money
let delivering: Delivering
let receiver: WebhookReceiver
let folder: string
let origin: string
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  origin = await money.server.app.listen({ host: '127.0.0.1', port: 0 })
  receiver = await startWebhookReceiver()
  folder = await mkdtemp(join(tmpdir(), 'bitquay-php-'))
  delivering = startDelivering(money.deps)
})
afterAll(async () => {
  await delivering.stop()
  await receiver.close()
  await money.close()
  await rm(folder, { recursive: true, force: true })
})

const openShop = async (name: string) => {
  const store = await money.newStore(name, 1_000_000n)
  return { store, key: await addApiKey(money.server, store.merchantId, ['read', 'invoices', 'refunds']) }
}

test.skipIf(libraryNote !== '')(`BTCPay’s PHP library reads and writes a store${libraryNote}`, async () => {
  const { store, key } = await openShop('php-library')
  const read = await runPhp('drive-library.php', {
    SHOP_URL: `${origin}${greenfieldBase}`,
    SHOP_KEY: key,
    SHOP_STORE: store.storeId,
    SHOP_HOOK: receiver.url,
  })
  expect(read).toMatchObject({
    stores: [store.storeId],
    gateways: ['BTC-CHAIN', 'BTC-LN'],
    rates: 2,
    status: 'New',
    methods: ['BTC-CHAIN', 'BTC-LN'],
    orderId: 'php-2',
    listed: 1,
    marked: 'Invalid',
    events: ['InvoiceSettled', 'InvoiceExpired'],
    webhooks: 0,
    pullPayments: 0,
    refused: expect.stringContaining('422'),
  })
})

test.skipIf(pluginNote !== '')(
  `the WooCommerce plugin sells, settles and refunds an order${pluginNote}`,
  async () => {
    const { store, key } = await openShop('woo-plugin')
    const url = `${origin}${greenfieldBase}`
    const stateFile = join(folder, 'shop.json')
    const run = (command: object) =>
      runPhp('drive-plugin.php', { SHOP_STATE: stateFile, SHOP_HOOK: receiver.url }, JSON.stringify(command))
    expect(await run({ do: 'connect', url, api_key: key, store_id: store.storeId })).toEqual({
      works: true,
      permissions: true,
      refunds: true,
      webhook: true,
      gateways: ['BTC_CHAIN', 'BTC_LN'],
    })

    const checkOut = () => run({ do: 'pay', order: 77, total: '20.00', email: 'ada@example.test' })
    const first = (await checkOut()) as { invoiceId: string; redirect: string }
    // A customer who comes back is sent to the same invoice, through a redirect.
    const second = (await checkOut()) as typeof first
    expect(second.invoiceId).toBe(first.invoiceId)
    const followed = await fetch(second.redirect, { redirect: 'manual' })
    expect(followed.headers.get('location')).toBe(`/i/${first.invoiceId}`)

    const sync = async () => {
      await money.pass(31)
      await syncStore(money.deps, store.id)
    }
    await money.engine.control.pay({ invoiceId: first.invoiceId, method: 'onchain' })
    await sync()
    await money.engine.control.mine({ blocks: 1 })
    await sync()
    await until('all webhooks came', () => receiver.received.length === 4)
    for (const { body, headers } of receiver.received) {
      await run({ do: 'receive', body, signature: String(headers['btcpay-sig']) })
    }
    const readOrder = async () =>
      (JSON.parse(await readFile(stateFile, 'utf8')) as { orders: Record<string, { status: string; notes: string[] }> })
        .orders['77']
    expect((await readOrder())?.status).toBe('processing')

    expect(await run({ do: 'refund', order: 77, amount: '5.00', reason: 'Too small' })).toBe(true)
    expect((await readOrder())?.notes.join()).toContain(`${money.deps.config.publicUrl}/btcpay/pull-payments/`)
    const refunds = await money.deps.db
      .selectFrom('refunds')
      .selectAll()
      .where('merchantId', '=', store.merchantId)
      .execute()
    expect(refunds).toMatchObject([
      { invoiceId: first.invoiceId, customerEmail: 'ada@example.test', amountUsd: '5.00' },
    ])
  },
  120_000,
)
