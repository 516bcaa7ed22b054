import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { type Delivering, startDelivering } from '../../test/deliver-webhooks.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { type Order, openPluginShop, type PluginShop } from '../../test/plugin-shop.ts'
import { until } from '../../test/webhook-receiver.ts'
import { syncStore } from '../payments/sync-store.ts'
import { greenfieldBase } from './routes.ts'

let money: Money
let delivering: Delivering
let origin: string
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  origin = await money.server.app.listen({ host: '127.0.0.1', port: 0 })
  delivering = startDelivering(money.deps)
}, 180_000)
afterAll(async () => {
  await delivering.stop()
  await money.close()
  expect(delivering.failures).toEqual([])
})

/** The same latencies in every run. */
const createRandom = (seed: number) => () => {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 32
}

type Shop = PluginShop & { storeRef: number; merchantId: number }

const openShop = async (name: string, seed: number): Promise<Shop> => {
  const { id: storeRef, merchantId } = await money.newStore(name)
  const key = await addApiKey(money.server, merchantId, ['read', 'invoices', 'refunds'])
  const random = createRandom(seed)
  // Most webhooks are quick and some are not, so that a later one would overtake an earlier one.
  const shop = await openPluginShop(`${origin}${greenfieldBase}`, key, () => (random() < 0.1 ? 60 : random() * 3))
  return { ...shop, storeRef, merchantId }
}

const delivered = async (shops: readonly Shop[]) => {
  for (const { merchantId } of shops) {
    await until('all webhooks are delivered', async () => {
      const { rows } = await sql`
        select from webhook_deliveries d join webhook_endpoints e on e.id = d.endpoint_id
        where e.merchant_id = ${merchantId} and d.status = 'waiting' limit 1`.execute(money.deps.db)
      return rows.length === 0
    })
  }
}

const pay = (invoiceId: string, amountBtc?: string, method: 'onchain' | 'lightning' = 'onchain') =>
  money.engine.control.pay({ invoiceId, method, ...(amountBtc === undefined ? {} : { amountBtc }) })

/** The orders cost $10, which is 10,000 sats. */
const total = '10.00'

type Story = {
  before: (shop: Shop, order: Order) => Promise<void>
  /** After the first payments were seen. */
  soon?: (invoiceId: string) => Promise<unknown>
  /** After the invoice has expired. */
  late?: (invoiceId: string) => Promise<unknown>
}

/** The payments of invoices that are replaced later. */
const replaceable = new Map<string, string>()

const stories: Record<string, Story> = {
  paid: { before: async (shop, order) => void (await pay(await shop.checkOut(order, total))) },
  'paid over Lightning': {
    before: async (shop, order) => void (await pay(await shop.checkOut(order, total), undefined, 'lightning')),
  },
  overpaid: { before: async (shop, order) => void (await pay(await shop.checkOut(order, total), '0.00013000')) },
  partial: { before: async (shop, order) => void (await pay(await shop.checkOut(order, total), '0.00004000')) },
  'partial, and the rest late': {
    before: async (shop, order) => void (await pay(await shop.checkOut(order, total), '0.00004000')),
    late: (invoiceId) => pay(invoiceId, '0.00008000'),
  },
  late: { before: async (shop, order) => void (await shop.checkOut(order, total)), late: (id) => pay(id) },
  abandoned: { before: async (shop, order) => void (await shop.checkOut(order, total)) },
  'paid after a second visit': {
    before: async (shop, order) => {
      const first = await shop.checkOut(order, total)
      expect(await shop.checkOut(order, total), 'a second visit leads to the same invoice').toBe(first)
      await pay(first)
    },
  },
  'invoice replaced by one for another gateway': {
    before: async (shop, order) => {
      const first = await shop.checkOut(order, total, ['BTC_LN'])
      const second = await shop.checkOut(order, total, ['BTC_CHAIN'])
      expect(second).not.toBe(first)
      await pay(second)
    },
  },
  'payment replaced by its payer': {
    before: async (shop, order) => {
      const invoiceId = await shop.checkOut(order, total)
      replaceable.set(invoiceId, String((await pay(invoiceId)).txid))
    },
    soon: (invoiceId) => money.engine.control.replace({ txid: replaceable.get(invoiceId) ?? '' }),
  },
}

const sync = async (shops: readonly Shop[]) => {
  await money.pass(31)
  await Promise.all(shops.map(({ storeRef }) => syncStore(money.deps, storeRef)))
}

test('100 orders of a plugin, behind random latency, end in the states of their invoices', async () => {
  const shops = await Promise.all(Array.from({ length: 5 }, (_, index) => openShop(`woo-${index}`, index + 1)))
  for (const shop of shops) expect(shop.gateways).toEqual(['BTC_CHAIN', 'BTC_LN'])
  const begun: { story: Story; order: Order }[] = []
  await Promise.all(
    shops.map(async (shop) => {
      for (const story of [...Object.values(stories), ...Object.values(stories)]) {
        const order = shop.addOrder()
        await story.before(shop, order)
        begun.push({ story, order })
      }
    }),
  )
  await sync(shops)
  for (const { story, order } of begun) await story.soon?.(order.invoiceId ?? '')
  // The shops can't be reached for a while, so that many webhooks wait for each of them.
  await delivering.stop()
  expect(delivering.failures).toEqual([])
  await sync(shops)
  await money.engine.control.mine({ blocks: 1 })
  await sync(shops)
  await money.engine.control.clock({ advanceSeconds: 3600 })
  await money.pass(3600)
  await sync(shops)
  for (const { story, order } of begun) await story.late?.(order.invoiceId ?? '')
  await money.pass(3600)
  await sync(shops)
  await money.engine.control.mine({ blocks: 1 })
  await sync(shops)
  delivering = startDelivering(money.deps)
  await delivered(shops)

  const states = new Map<string, number>()
  for (const shop of shops) {
    expect(shop.problems).toEqual([])
    for (const invoiceId of new Set(shop.handled.map((event) => event.invoiceId))) {
      const events = shop.handled.filter((event) => event.invoiceId === invoiceId)
      const received = events.map(({ originalDeliveryId }) => Number(originalDeliveryId))
      expect(received, invoiceId).toEqual(received.toSorted((one, other) => one - other))
    }
    expect(shop.orders).toHaveLength(20)
    for (const order of shop.orders) {
      const state = await shop.readState(order)
      expect(order.state, `order ${order.id}: ${order.notes.join(', ')}`).toBe(state)
      states.set(state, (states.get(state) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(states)).toEqual({
    Settled: 40,
    SettledPaidOver: 10,
    Expired: 20,
    ExpiredPaidPartial: 10,
    ExpiredPaidLate: 20,
  })
}, 180_000)
