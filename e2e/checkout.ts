import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { readyMerchant } from './money.ts'
import type { ServerProcess } from './server-process.ts'

export const createInvoice = async (server: ServerProcess, amount = '270.00', description = 'Season pass') => {
  const merchant = await readyMerchant(server, 'merchant')
  return merchant.createInvoice({ amount, description })
}

/** Fails when the page was reloaded: the mark would be gone. */
export const markPage = async (page: Page) => {
  await page.evaluate(() => Object.assign(window, { stillHere: true }))
  return async () => expect(await page.evaluate(() => 'stillHere' in window)).toBe(true)
}

export const amountOf = (page: Page) => page.getByRole('main').locator('.money').first()
