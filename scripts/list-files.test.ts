import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { ListSpec } from '../contract/src/lists.ts'

const declaredLists = async (): Promise<ListSpec[]> => {
  const contract = join(import.meta.dirname, '../contract/src')
  const files = readdirSync(contract).filter((name) => /^(?!.*\.test\.).+\.ts$/.test(name))
  const modules = await Promise.all(files.map((file) => import(join(contract, file))))
  return modules
    .flatMap((module) => Object.values(module as Record<string, ListSpec>))
    .filter((value) => typeof value === 'object' && 'filterShape' in value)
}

/** Other people’s programs read them by title and by position. New ones come last. */
const titles: Record<string, string> = {
  '/api/admin/act-log': 'ID,Activity,Actor type,Actor,Store,Subject type,Subject,Source address,Details',
  '/api/merchant/activity': 'ID,Activity,Actor type,Actor,Store,Subject type,Subject,Source address,Details',
  '/api/admin/applications':
    'ID,Status,Business,Business type,Description,Contact,Email,Phone,Website,Monthly volume,Country,Reviewed at,Reviewed by,Review notes,Merchant ID',
  '/api/merchant/invoices':
    'Invoice ID,Status,Customer name,Customer email,Description,Amount,Currency,Total (USD),Total (BTC),Received (USD),Paid (BTC),Paid by,Paid at,Expires at,Due date,Created by,Bitcoin address,Checkout link,Cashier',
  '/api/admin/emails': 'ID,State,Subject,Recipient,Merchant,Tries,Reason,Sent',
  '/api/admin/lightning-loop-out/requests':
    'ID,Merchant,Email,Status,Lightning (BTC),Lightning (USD),Network fee (BTC),Address,TXID,Requested by,Decided at,Decided by,Note',
  '/api/admin/merchants':
    'ID,Store,Email,Status,Invited,Volume (USD),Volume of 30 days (USD),Balance (USD),Balance (BTC),Fees owed (USD),Fees owed (BTC),Last activity,Attention,Markup (%),BTCPay store,BTCPay server',
  '/api/admin/people': 'ID,Type,Name,Email,Merchant,Role,Status,Two-factor,Last seen',
  '/api/partner/transactions':
    'Merchant,Fee type,Method,Status,Payment (USD),Payment (BTC),Share (USD),Share (BTC),Collected,Customer name,Customer email,Address,Transaction hash,Invoice ID,Rate (%)',
  '/api/merchant/payment-links':
    'ID,Title,Description,Status,Amount,Minimum,Maximum,Currency,Invoices,Payments,Received (USD),Received (BTC),Expires at,Created by,Link',
  '/api/admin/transactions':
    'Store,Type,Purpose,Method,Amount (BTC),Amount (USD),Fee (BTC),Fee (USD),Net (BTC),Net (USD),Address,Status,Confirmations,Date,TXID,Invoice ID,Description,Platform fee (USD),Markup (USD),Partners’ share (USD)',
  '/api/merchant/transactions':
    'Customer name,Customer email,Item,Date,Type,Purpose,Method,Status,Confirmations,Gross (USD),Fee (USD),Net (USD),Gross (BTC),Fee (BTC),Net (BTC),Price (USD),Network fee (BTC),Address,Transaction hash,Block,Invoice ID,Label,Till,Cashier,Sales tax,Sales tax currency',
  '/api/merchant/webhooks/:id/deliveries': 'ID,Event,Event ID,Status,Attempts,Response,Error,Last attempt,Next attempt',
  '/api/merchant/withdrawals':
    'ID,Status,Amount (USD),Network fee (USD),Platform fee (USD),Total (USD),Amount (BTC),Network fee (BTC),Price (USD),Address,Description,Transaction hash,Confirmations,Confirmed at,Promo code,Requested by',
}

test('the columns of every file stay as they are', async () => {
  const found = (await declaredLists()).map(({ path, file }) => [path, Object.keys(file.columns).join()])
  expect(Object.fromEntries(found)).toEqual(titles)
})

/** A column with what no screen shows. The role says who a person is. */
const shownNowhere = ['/api/admin/people Type']

test('every column with codes has one in words', async () => {
  for (const { path, row, file } of await declaredLists()) {
    const codes = Object.entries(file.columns).flatMap(([title, field]) =>
      field !== null && hasCodes(row.shape[field]) && !shownNowhere.includes(`${path} ${title}`) ? [title] : [],
    )
    const words = Object.keys(file.words ?? {})
    expect(
      codes.filter((title) => !words.includes(`${title} in words`)),
      path,
    ).toEqual([])
    const columns = Object.keys(file.columns)
    expect(
      words.filter((title) => !columns.includes(title.replace(/ in words$/, ''))),
      path,
    ).toEqual([])
  }
})

const hasCodes = (schema: z.core.$ZodType | undefined): boolean => {
  const { type, innerType } = (schema?._zod.def ?? {}) as { type?: string; innerType?: z.core.$ZodType }
  return type === 'enum' || (innerType !== undefined && hasCodes(innerType))
}
