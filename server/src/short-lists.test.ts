import { listPartners } from '@bitquay/contract/admin-partners'
import { listAdmins } from '@bitquay/contract/admins'
import { listApiKeys } from '@bitquay/contract/api-keys'
import { listSessions } from '@bitquay/contract/auth'
import type { Call } from '@bitquay/contract/call'
import { listFeeSchedules } from '@bitquay/contract/fees'
import { listIncidents } from '@bitquay/contract/incidents'
import { listLoopOuts, listOwnLoopOuts, listPendingLoopOuts } from '@bitquay/contract/loop-out'
import { listMerchantUsers } from '@bitquay/contract/merchant-users'
import { listPromoCodes } from '@bitquay/contract/promo-codes'
import { listWebhooks } from '@bitquay/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, signInAs } from '../test/people.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { createPromoCode } from './promo-codes/table.ts'

let app: TestApp
let tokens: { admin: string; merchant: string }
let merchantId: number

beforeAll(async () => {
  app = await startTestApp()
  const [admin, merchant] = [await addAdmin(app), await addMerchant(app)]
  merchantId = merchant.id
  for (let i = 0; i < 5; i++) {
    await addPartner(app)
    await addAdmin(app)
    await addMerchantUser(app, merchantId)
    await inTransaction(app.deps.db, (tx) =>
      createPromoCode(tx, { description: 'Welcome back', expiresInDays: 30, createdBy: admin.id }),
    )
  }
  tokens = { admin: await signInAs(app, admin), merchant: await signInAs(app, merchant) }
})
afterAll(() => app.close())

const read = async (call: Call, query: Record<string, string> = {}) => {
  const token = call.audience === 'admin' ? tokens.admin : tokens.merchant
  const { status, body, headers } = await ask(app, call, { token, params: { id: merchantId }, query })
  return { status, rows: body as unknown as { id: number }[], next: headers['x-next-cursor'] as string | undefined }
}

test.each([listPartners, listAdmins, listMerchantUsers, listPromoCodes])('$path is read in pages', async (call) => {
  const whole = await read(call)
  expect(whole.rows.length).toBeGreaterThanOrEqual(5)
  expect(whole.next).toBeUndefined()

  const pages: number[][] = []
  let cursor: string | undefined
  do {
    const page = await read(call, { limit: '2', ...(cursor ? { cursor } : {}) })
    expect(page.status).toBe(200)
    pages.push(page.rows.map(({ id }) => id))
    cursor = page.next
  } while (cursor)
  expect(pages.flat()).toEqual(whole.rows.map(({ id }) => id))
  expect(pages).toHaveLength(Math.ceil(whole.rows.length / 2))
})

test.each([
  listPartners,
  listAdmins,
  listMerchantUsers,
  listPromoCodes,
  listLoopOuts,
  listPendingLoopOuts,
  listOwnLoopOuts,
  listFeeSchedules,
  listIncidents,
  listSessions,
  listApiKeys,
  listWebhooks,
])('$path takes a limit from 1 to 100 and refuses the cursor of another list', async (call) => {
  for (const limit of ['1', '100']) expect((await read(call, { limit })).status).toBe(200)
  for (const limit of ['0', '101', 'x']) expect((await read(call, { limit })).status).toBe(400)
  for (const cursor of ['999999', 'x']) expect((await read(call, { cursor })).status).toBe(400)
})
