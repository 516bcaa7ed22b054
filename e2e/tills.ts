import type { Page } from '@playwright/test'
import { tokenOf } from './fixtures.ts'
import { readyMerchant } from './money.ts'
import type { ServerProcess } from './server-process.ts'

type Device = { id: number; link: string }

let count = 0

/** A till with items, and the link of a new device. */
export const newTill = async (server: ServerProcess, options: { name?: string; language?: string } = {}) => {
  await readyMerchant(server, 'merchant')
  const authorization = `Bearer ${await tokenOf(server, 'merchant')}`
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/merchant/tills${path}`, {
      method,
      headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as { id: number; link: string }
  }
  const slug = `counter-${++count}`
  const { id } = await ask('POST', '', {
    ...{ name: 'Till 2', slug, tips: [10, 15, 20], ...options },
    items: [
      { name: 'Flat white', price: '4.60', category: 'Coffee' },
      { name: 'Oat latte', price: '5.10', category: 'Coffee' },
      { name: 'Almond croissant', price: '4.80', category: 'Bakery', stock: 3 },
      { name: 'Sourdough loaf', price: '6.00', category: 'Bakery', stock: 0 },
    ],
  })
  const device: Device = await ask('POST', `/${id}/devices`, { name: 'Counter tablet' })
  const invoices = async () => {
    const response = await fetch(`${server.url}/api/merchant/invoices?limit=100`, { headers: { authorization } })
    return (await response.json()) as {
      invoiceId: string
      state: string
      amount: string
      createdBy: { name: string }
    }[]
  }
  return {
    slug,
    device,
    invoices,
    revoke: () => ask('DELETE', `/${id}/devices/${device.id}`),
    addCashier: (name: string, pin: string) => ask('POST', `/${id}/cashiers`, { name, pin }),
  }
}

/** The invoice behind the code on the screen. */
export const shownInvoice = async (page: Page, slug: string) => {
  const state = await page.evaluate(async (path) => (await fetch(path)).json(), `/api/pos/${slug}`)
  const [sale] = (state as { sales: { invoiceId: string; total: string }[] }).sales
  if (!sale) throw new Error('no sale')
  return sale
}
