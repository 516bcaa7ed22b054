import { listSessions } from '@bitquay/contract/accounts'
import { listAdmins } from '@bitquay/contract/accounts.admins'
import { listApiKeys } from '@bitquay/contract/api-keys'
import type { Call } from '@bitquay/contract/call'
import { listFeeSchedules } from '@bitquay/contract/fees'
import { listLoopOuts, listOwnLoopOuts, listPendingLoopOuts } from '@bitquay/contract/loop-out'
import { listTeam } from '@bitquay/contract/merchants.team'
import { listMerchantUsers } from '@bitquay/contract/merchants.users'
import { listPartners } from '@bitquay/contract/partners.admin'
import { listPromoCodes } from '@bitquay/contract/promo-codes'
import { listMail } from '@bitquay/contract/sandbox'
import { listIncidents } from '@bitquay/contract/status'
import { createTill, listTillRefunds, listTills } from '@bitquay/contract/tills'
import { listStores } from '@bitquay/contract/transactions.admin'
import { createWebhookEndpoint, listWebhookEndpoints } from '@bitquay/contract/v1/webhook-endpoints'
import { listWebhooks } from '@bitquay/contract/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, signInAs } from '../test/people.ts'
import { insertEmails } from './mail/table.ts'
import { inTransaction } from './platform/db/transaction.ts'
import { createPromoCode } from './promo-codes/table.ts'

let app: TestApp
let tokens: { admin: string; merchant: string; key: string }
let merchantId: number

beforeAll(async () => {
  app = await startTestApp()
  const [admin, merchant] = [await addAdmin(app), await addMerchant(app)]
  merchantId = merchant.id
  for (let i = 0; i < 5; i++) {
    await addPartner(app)
    await addAdmin(app)
    await addMerchantUser(app, merchantId)
    await addMerchant(app)
    await inTransaction(app.deps.db, (tx) =>
      createPromoCode(tx, { description: 'Welcome back', expiresInDays: 30, createdBy: admin.id }),
    )
    await inTransaction(app.deps.db, (tx) =>
      insertEmails(tx, ['reader@example.test'], { subject: `Email ${i}`, text: '', html: '' }, {}),
    )
  }
  const key = await addApiKey(app, merchantId, ['read', 'invoices'])
  tokens = { admin: await signInAs(app, admin), merchant: await signInAs(app, merchant), key }
  for (let i = 0; i < 5; i++) {
    const till = { name: `Counter ${i}`, slug: `counter-${i}` }
    const endpoint = { url: `https://shop.example/hooks/${i}`, events: ['*'] }
    const made = [
      await ask(app, createTill, { token: tokens.merchant, body: till }),
      await ask(app, createWebhookEndpoint, { token: key, body: endpoint }),
    ]
    expect(made.map(({ status }) => status)).toEqual([200, 200])
  }
})
afterAll(() => app.close())

const read = async (call: Call, query: Record<string, string> = {}) => {
  const token =
    { admin: tokens.admin, sandbox: tokens.admin, api: tokens.key }[call.audience as string] ?? tokens.merchant
  const { status, body, headers } = await ask(app, call, { token, params: { id: merchantId }, query })
  return { status, rows: body as unknown as object[], next: headers['x-next-cursor'] as string | undefined }
}

test.each([
  listPartners,
  listAdmins,
  listMerchantUsers,
  listPromoCodes,
  listStores,
  listMail,
  listTeam,
  listTills,
  listWebhookEndpoints,
])('$path is read in pages', async (call) => {
  const whole = await read(call)
  expect(whole.rows.length).toBeGreaterThanOrEqual(5)
  expect(whole.next).toBeUndefined()

  const pages: object[][] = []
  let cursor: string | undefined
  do {
    const page = await read(call, { limit: '2', ...(cursor ? { cursor } : {}) })
    expect(page.status).toBe(200)
    pages.push(page.rows)
    cursor = page.next
  } while (cursor)
  expect(pages.flat()).toEqual(whole.rows)
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
  listStores,
  listTeam,
  listTills,
  listTillRefunds,
  listWebhookEndpoints,
])('$path takes a limit from 1 to 100 and refuses the cursor of another list', async (call) => {
  for (const limit of ['1', '100']) expect((await read(call, { limit })).status).toBe(200)
  for (const limit of ['0', '101', 'x']) expect((await read(call, { limit })).status).toBe(400)
  for (const cursor of ['999999', 'x']) expect((await read(call, { cursor })).status).toBe(400)
})

test('the owner ends a page of their team like everyone else', async () => {
  const first = await read(listTeam, { limit: '1' })
  expect(first).toMatchObject({ rows: [{ id: null, role: 'owner' }], next: '0' })
  const rest = await read(listTeam, { cursor: '0' })
  expect([...first.rows, ...rest.rows]).toEqual((await read(listTeam)).rows)
})
