import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStore } from './store.ts'
import type { Store } from './store-types.ts'

type Order = { id: string; shop: string; tags: string[]; placedAt: number; amountSats: bigint }

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'store-'))
})
afterEach(() => rm(dir, { recursive: true, force: true }))

const ordersOf = (store: Store) =>
  store.collection<Order, 'byShop' | 'byTag'>('orders', {
    id: (order) => order.id,
    indexes: {
      byShop: { key: (order) => order.shop, order: (order) => order.placedAt },
      byTag: { key: (order) => order.tags },
    },
  })
const order = (id: string, over: Partial<Order> = {}): Order => ({
  id,
  shop: 'a',
  tags: [],
  placedAt: Number(id),
  amountSats: 1n,
  ...over,
})
const ids = (list: Order[]) => list.map(({ id }) => id)

describe('the durable store', () => {
  it('keeps values, bigints and indexes over a restart', async () => {
    let store = await openStore({ dir })
    let orders = ordersOf(store)
    for (let i = 1; i <= 5; i += 1)
      orders.put(order(`${i}`, { amountSats: 2n ** 70n, tags: i % 2 ? ['odd', 'x'] : [] }))
    orders.put(order('2', { placedAt: 99 }))
    orders.delete('3')
    await store.close()
    store = await openStore({ dir })
    orders = ordersOf(store)
    expect(orders.get('1')?.amountSats).toBe(2n ** 70n)
    expect(ids(orders.page('byShop', 'a', { newestFirst: true }))).toEqual(['2', '5', '4', '1'])
    expect(ids(orders.page('byTag', 'odd'))).toEqual(['1', '5'])
    expect(orders.count('byShop', 'a')).toBe(4)
    expect(orders.first('byShop', 'none')).toBeUndefined()
    await store.close()
  })

  it('rolls back a batch that throws', async () => {
    const store = await openStore({ dir })
    const orders = ordersOf(store)
    orders.put(order('1'))
    let effects = 0
    expect(() =>
      store.batch(() => {
        orders.put(order('1', { placedAt: 50 }))
        store.batch(() => orders.put(order('2')))
        orders.delete('1')
        store.afterSync(() => effects++)
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(orders.page('byShop', 'a')).toEqual([order('1')])
    await store.synced()
    expect(effects).toBe(0)
    await store.close()
    const again = await openStore({ dir })
    expect([...ordersOf(again).values()]).toEqual([order('1')])
    await again.close()
  })

  it('refuses an async batch', async () => {
    const store = await openStore({ dir })
    const orders = ordersOf(store)
    expect(() => store.batch(async () => orders.put(order('1')))).toThrow('async')
    expect(orders.size).toBe(0)
    await store.close()
  })

  it('runs effects after the batch is on the disk, in order', async () => {
    const store = await openStore({ dir })
    const orders = ordersOf(store)
    const seen: string[] = []
    store.batch(() => {
      orders.put(order('1'))
      store.afterSync(() => seen.push('first'))
      seen.push('in batch')
    })
    store.batch(() => {
      orders.put(order('2'))
      store.afterSync(() => seen.push('second'))
    })
    expect(seen).toEqual(['in batch'])
    await store.synced()
    expect(seen).toEqual(['in batch', 'first', 'second'])
    expect(await readFile(join(dir, 'journal-0'), 'utf8')).toContain('"2"')
    await store.close()
  })

  it('stored values cannot be changed in place', async () => {
    const store = await openStore({ dir })
    const orders = ordersOf(store)
    orders.put(order('1', { tags: ['x'] }))
    expect(() => orders.get('1')?.tags.push('y')).toThrow()
    await store.close()
  })

  it('ignores a record cut off by a crash at any byte and continues after it', async () => {
    const namesOf = (store: Store) => store.collection<{ id: string }>('names', { id: ({ id }) => id })
    const store = await openStore({ dir })
    const [orders, names] = [ordersOf(store), namesOf(store)]
    orders.put(order('1'))
    await store.synced()
    const whole = await readFile(join(dir, 'journal-0'))
    store.batch(() => {
      orders.put(order('2'))
      names.put({ id: 'two' })
      orders.put(order('3'))
      orders.delete('1')
    })
    await store.close()
    const both = await readFile(join(dir, 'journal-0'))
    for (let length = whole.length; length < both.length; length += 7) {
      await writeFile(join(dir, 'journal-0'), both.subarray(0, length))
      const reopened = await openStore({ dir })
      const found = ordersOf(reopened)
      expect(ids([...found.values()])).toEqual(['1'])
      expect(namesOf(reopened).size).toBe(0)
      found.put(order('4'))
      await reopened.close()
      const third = await openStore({ dir })
      expect(ids([...ordersOf(third).values()])).toEqual(['1', '4'])
      await third.close()
    }
  })

  it('refuses to start when a synced record is damaged', async () => {
    const store = await openStore({ dir })
    const orders = ordersOf(store)
    for (const id of ['1', '2', '3']) {
      orders.put(order(id))
      await store.synced()
    }
    await store.close()
    const content = await readFile(join(dir, 'journal-0'))
    content[20] = (content[20] as number) ^ 1
    await writeFile(join(dir, 'journal-0'), content)
    await expect(openStore({ dir })).rejects.toThrow('damaged')
  })

  it('compacts during writes and loses nothing', async () => {
    let store = await openStore({ dir })
    let orders = ordersOf(store)
    for (let i = 0; i < 1000; i += 1) orders.put(order(`${i}`))
    const compaction = store.compact()
    for (let i = 500; i < 1500; i += 1) {
      orders.put(order(`${i}`, { shop: 'b' }))
      orders.delete(`${i - 500}`)
      if (i % 50 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await compaction
    const expected = ids([...orders.values()]).sort()
    await store.close()
    expect((await readdir(dir)).sort()).toEqual(['journal-1', 'snapshot-1'])
    // The leftovers of an interrupted compaction.
    await writeFile(join(dir, 'snapshot-2.tmp'), 'half')
    await appendFile(join(dir, 'journal-2'), '')
    store = await openStore({ dir })
    orders = ordersOf(store)
    expect(ids([...orders.values()]).sort()).toEqual(expected)
    expect(orders.count('byShop', 'b')).toBe(expected.length)
    await store.close()
  })

  it('compacts automatically when the journal has grown', async () => {
    const store = await openStore({ dir, compactAfterBytes: 5000 })
    const orders = ordersOf(store)
    for (let i = 0; i < 300; i += 1) {
      orders.put(order(`${i % 10}`, { placedAt: i }))
      await store.synced()
    }
    await store.close()
    const again = await openStore({ dir })
    expect(ids(ordersOf(again).page('byShop', 'a'))).toHaveLength(10)
    const journal = (await readdir(dir)).filter((name) => name.startsWith('journal')).at(-1) ?? ''
    expect(journal).not.toBe('journal-0')
    expect((await readFile(join(dir, journal))).length).toBeLessThan(15_000)
    await again.close()
  })

  it('keeps a second store out of its folder until it is closed', async () => {
    const store = await openStore({ dir })
    if (process.platform === 'linux') await expect(openStore({ dir })).rejects.toThrow('Another process')
    await store.close()
    const next = await openStore({ dir })
    await next.close()
  })

  it('pages a long list from both ends and from the middle', async () => {
    const store = await openStore({ dir })
    const orders = ordersOf(store)
    const all: number[] = []
    store.batch(() => {
      for (let i = 0; i < 3000; i += 1) {
        const placedAt = (i * 7919) % 3001
        all.push(placedAt)
        orders.put(order(`${i}`, { placedAt }))
      }
      for (let i = 0; i < 3000; i += 3) orders.delete(`${i}`)
    })
    const expected = all.filter((_, i) => i % 3 !== 0).sort((a, b) => a - b)
    const times = (list: Order[]) => list.map(({ placedAt }) => placedAt)
    expect(times(orders.page('byShop', 'a', { skip: 1234, take: 25 }))).toEqual(expected.slice(1234, 1259))
    const newest = [...expected].reverse()
    expect(times(orders.page('byShop', 'a', { skip: 1234, take: 25, newestFirst: true }))).toEqual(
      newest.slice(1234, 1259),
    )
    expect(times(orders.page('byShop', 'a', { skip: 1990, take: 25, newestFirst: true }))).toEqual(newest.slice(1990))
    expect(orders.page('byShop', 'a', { skip: 5000, take: 5 })).toEqual([])
    const from = expected[700] as number
    expect(times([...orders.walk('byShop', 'a', { from })])).toEqual(expected.slice(700))
    expect(times([...orders.walk('byShop', 'a', { from, newestFirst: true })])).toEqual(
      expected.slice(0, 701).reverse(),
    )
    await store.close()
  })
})
