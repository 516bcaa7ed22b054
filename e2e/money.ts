import type { Page } from '@playwright/test'
import { expect, type Person, tokenOf } from './fixtures.ts'
import type { ServerProcess } from './server-process.ts'

type Made = {
  invoiceId: string
  amount: string
  amountBtc: string
  bitcoinAddress: string
  lightningInvoice: string
  checkoutLink: string
}

type InvoiceBody = {
  amount: string
  description?: string
  buyerEmail?: string
  redirectUrl?: string
  dueDate?: string
  redirectAutomatically?: boolean
}

/** A merchant whose store can take payments. It is created shortly after the server's first start. */
export const readyMerchant = async (server: ServerProcess, person: Person) => {
  const authorization = `Bearer ${await tokenOf(server, person)}`
  const get = async (path: string) => (await fetch(`${server.url}${path}`, { headers: { authorization } })).json()
  await expect.poll(async () => ((await get('/api/merchant/balance')) as { configured: boolean }).configured).toBe(true)
  return {
    get,
    createInvoice: async (body: InvoiceBody): Promise<Made> => {
      const response = await fetch(`${server.url}/api/merchant/invoices`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = (await response.json()) as Made & { message?: string }
      if (response.status !== 200) throw new Error(`No invoice: ${answer.message}`)
      return answer
    },
  }
}

/** The public pays the amount due. */
export const pay = (server: ServerProcess, invoiceId: string, method: 'onchain' | 'lightning') =>
  pull(server, 'pay', { invoiceId, method })

export const mine = (server: ServerProcess, blocks = 1) => pull(server, 'mine', { blocks })

export const pull = async (server: ServerProcess, lever: string, body: object) => {
  const response = await fetch(`${server.url}/api/sandbox/${lever}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Record<string, string>
  if (response.status !== 200) throw new Error(`${lever}: ${answer.message}`)
  return answer
}

/** A card by its name. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
