import { changePreferences } from '@bitquay/contract/people'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { rendered } from '../../test/brand.ts'
import { addMerchant, addPartner, ask, type Someone, signInAs } from '../../test/people.ts'
import { feeChangeWithdrawnEmail } from '../fees/emails.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { queueEmail, queueEmails } from './queue-email.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
})
afterAll(() => app.close())

const email = feeChangeWithdrawnEmail('https://pay.example.test', new Date('2026-03-01T12:34:56Z'))

const choose = async (person: Someone, timeZone: string) =>
  ask(app, changePreferences, { token: await signInAs(app, person), body: { timeZone } })

const bodies = async (recipient: string) =>
  (
    await app.deps.db
      .selectFrom('mailOutbox')
      .select('bodyText')
      .where('recipient', '=', recipient)
      .where('subject', '=', rendered(email).subject)
      .execute()
  ).map(({ bodyText }) => /scheduled for (.*?)\. Your/.exec(bodyText)?.[1])

test('each recipient of one email reads its dates in their own time zone, and in UTC without one', async () => {
  const [tokyo, newYork, unset] = [await addMerchant(app), await addPartner(app), await addMerchant(app)]
  await choose(tokyo, 'Asia/Tokyo')
  await choose(newYork, 'America/New_York')
  const stranger = 'customer@example.test'
  const everyone = [tokyo.email, newYork.email, unset.email, stranger]
  await inTransaction(app.deps.db, (tx) => queueEmails(tx, everyone, email))
  expect(await Promise.all(everyone.map(bodies))).toEqual([
    ['Mar 1, 2026, 9:34 PM'],
    ['Mar 1, 2026, 7:34 AM'],
    ['Mar 1, 2026, 12:34 PM UTC'],
    ['Mar 1, 2026, 12:34 PM UTC'],
  ])
  await inTransaction(app.deps.db, (tx) => queueEmail(tx, { to: tokyo.email, ...email }))
  expect(await bodies(tokyo.email)).toEqual(['Mar 1, 2026, 9:34 PM', 'Mar 1, 2026, 9:34 PM'])
})
