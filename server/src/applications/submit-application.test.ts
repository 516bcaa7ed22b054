import { submitApplication } from '@bitquay/contract/applications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => server.close())

const apply = (businessName: string, source: string, contactEmail = 'sam@example.test') =>
  server.app.inject({
    method: 'POST',
    url: submitApplication.path,
    headers: { 'x-forwarded-for': source },
    payload: {
      businessName,
      businessType: 'E-commerce',
      businessDescription: 'Sells useful things to people nearby',
      contactName: 'Sam Shop',
      contactEmail,
      contactPhone: '555 010 0200',
      monthlyVolume: 'Less than $10,000',
    },
  })

test('a second application gets the same response, is not saved and sends few emails', async () => {
  const first = await apply('First', '192.0.2.1')
  for (let source = 2; source <= 12; source++) {
    const again = await apply('Again', `192.0.2.${source}`)
    expect([again.statusCode, again.body]).toEqual([200, first.body])
  }
  const { db } = server.deps
  const saved = await db.selectFrom('merchantApplications').select('businessName').execute()
  expect(saved).toEqual([{ businessName: 'First' }])
  const emails = await db.selectFrom('mailOutbox').select('subject').orderBy('id').execute()
  expect(emails.map(({ subject }) => subject)).toEqual([
    'We received your application',
    ...Array<string>(3).fill('You’ve already applied'),
  ])
})

test('nobody can send a message of their own by applying with someone else’s address', async () => {
  const applied = await apply('Your wallet is locked, see evil.example/unlock', '192.0.2.77', 'victim@example.test')
  expect(applied.statusCode).toBe(200)
  const { db } = server.deps
  const sent = await db.selectFrom('mailOutbox').selectAll().where('recipient', '=', 'victim@example.test').execute()
  expect(sent).toMatchObject([{ subject: 'We received your application' }])
  expect(JSON.stringify([sent[0]?.bodyText, sent[0]?.bodyHtml])).not.toMatch(/evil|locked|Sam Shop/)
})
