import * as pos from '@bitquay/contract/tills.pos'
import { inTransaction } from '../src/platform/db/transaction.ts'
import { bindDeviceByLink, insertDevice } from '../src/tills/table.devices.ts'
import { insertItems } from '../src/tills/table.items.ts'
import { insertTill } from '../src/tills/table.ts'
import type { TestApp } from './app.ts'
import { ask } from './people.ts'

export type TestDevice = { slug: string; tillId: number; deviceId: number; cookie: string }

type Item = { name: string; price: string; category?: string; stock?: number }

let count = 0

/** Creates a till with one bound device, as the portal and the device's link would. */
export const addTillDevice = async (
  { deps }: TestApp,
  merchantId: number,
  { items = [], name = 'Till' }: { items?: Item[]; name?: string } = {},
): Promise<TestDevice> => {
  const slug = `till-${++count}`
  const form = {
    ...{
      name: `${name} ${count}`,
      slug,
      currency: 'USD' as const,
      tips: [10, 15, 20],
      ...{ pricesIncludeTax: false, keypadTaxRateId: null, receiptFooter: null },
      merchantId,
      createdBy: 'owner@example.test',
    },
    options: {},
  }
  const tillId = await inTransaction(deps.db, async (tx) => {
    const added = items.map(({ price, ...item }) => ({
      ...{ category: null, stock: null, options: [], taxRateId: null, isSoldOut: false, ...item },
      prices: [{ currency: 'USD' as const, amount: price }],
    }))
    await insertItems(tx, merchantId, added)
    return insertTill(tx, form)
  })
  return addDeviceTo({ deps }, merchantId, { slug, tillId })
}

export const addDeviceTo = (
  { deps }: Pick<TestApp, 'deps'>,
  merchantId: number,
  { slug, tillId }: { slug: string; tillId: number },
): Promise<TestDevice> =>
  inTransaction(deps.db, async (tx) => {
    const { id, link } = await insertDevice(tx, { merchantId, tillId, name: 'Tablet', createdBy: 'owner@example.test' })
    const bound = await bindDeviceByLink(tx, slug, link, { address: '127.0.0.1', device: 'test' })
    if (!bound) throw new Error('the device was not bound')
    return { slug, tillId, deviceId: id, cookie: `bitquay_till=${bound.token}` }
  })

/** What a device's browser would do. */
export const useTill = (server: TestApp, { slug, cookie }: Pick<TestDevice, 'slug' | 'cookie'>) => {
  const headers = { cookie }
  return {
    state: (query: Record<string, string> = {}) => ask(server, pos.getPosState, { params: { slug }, query, headers }),
    charge: (body: object) => ask(server, pos.createSale, { params: { slug }, headers, body }),
    sale: (saleId: string) => ask(server, pos.getSale, { params: { slug, saleId }, headers }),
    cancel: (saleId: string) => ask(server, pos.cancelSale, { params: { slug, saleId }, headers, body: {} }),
    openShift: (body: object) => ask(server, pos.openShift, { params: { slug }, headers, body }),
    closeShift: () => ask(server, pos.closeShift, { params: { slug }, headers, body: {} }),
    refund: (saleId: string, body: object) =>
      ask(server, pos.requestTillRefund, { params: { slug, saleId }, headers, body }),
    emailReceipt: (saleId: string, email: string) =>
      ask(server, pos.emailSaleReceipt, { params: { slug, saleId }, headers, body: { email } }),
  }
}

type Guessing = { saleId: string; cashierId: number; pin: string; count: number }

/** Requests a refund with many PINs, 100 at a time. The right one is in the middle. */
export const guessPins = async (
  { deps }: TestApp,
  till: ReturnType<typeof useTill>,
  { saleId, cashierId, pin, count: most }: Guessing,
) => {
  const { passwords } = deps
  let compared = 0
  deps.passwords = {
    ...passwords,
    verify: (hash, guess) => {
      compared += 1
      return passwords.verify(hash, guess)
    },
  }
  const first = Number(pin) - Math.floor(most / 2)
  const codes: Record<string, number> = {}
  for (let from = 0; from < most; from += 100) {
    const guesses = Array.from({ length: Math.min(100, most - from) }, (_, place) => String(first + from + place))
    const answers = await Promise.all(guesses.map((guess) => till.refund(saleId, { cashierId, pin: guess })))
    for (const { body } of answers) codes[String(body.code)] = (codes[String(body.code)] ?? 0) + 1
  }
  deps.passwords = passwords
  return { codes, compared }
}
