import { exportMyData, exportPerson } from '@bitquay/contract/account-care'
import { requestPasswordReset } from '@bitquay/contract/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, ask, signInAs } from '../../test/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('nobody takes over an account with the links in an export, and the exports of admins are logged', async () => {
  const { db } = app.deps
  const [merchant, operator] = [await addMerchant(app), await addAdmin(app)]
  const [theirs, admin] = [await signInAs(app, merchant), await signInAs(app, operator)]
  await ask(app, requestPasswordReset, { body: { email: merchant.email } })
  const mail = await db.selectFrom('mailOutbox').selectAll().where('subject', 'like', '%password%').execute()
  const token = /token=([\w-]{43})/.exec(mail.at(-1)?.bodyText ?? '')?.[1] ?? 'no link'
  expect(token).toHaveLength(43)

  const query = { kind: 'merchant', id: String(merchant.id) } as const
  for (const exported of [
    await ask(app, exportMyData, { token: theirs }),
    await ask(app, exportPerson, { token: admin, query }),
  ]) {
    expect(exported.status).toBe(200)
    const text = JSON.stringify(exported.body)
    expect(text).toContain('/reset-password?token=…')
    expect(text).not.toContain(token)
  }
  const log = await db.selectFrom('actLog').selectAll().where('act', '=', 'personal-data-exported').execute()
  expect(log).toMatchObject([
    { actorKind: 'admin', actorId: operator.id, subjectKind: 'merchant', subjectId: String(merchant.id) },
  ])
})

test('a person exports their data at most 10 times a day, and nobody else waits for it', async () => {
  const [eager, other] = [await signInAs(app, await addMerchant(app)), await signInAs(app, await addMerchant(app))]
  const exportData = async (token: string) => (await ask(app, exportMyData, { token })).status
  const statuses = await Promise.all(Array.from({ length: 12 }, () => exportData(eager)))
  expect([200, 429].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([10, 2])
  expect(await exportData(other)).toBe(200)
})
