import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addMerchant } from '../../test/people.ts'
import { recordStatements } from '../../test/record-statements.ts'
import { renderEmail } from '../mail/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { type Action, announce, announceAll, type Fact } from './fact.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ RATE_LIMITS: 'off' })
})
afterAll(() => app.close())

type About = { merchantId: number; to: string }

const email = renderEmail({ subject: 'The tide turned', paragraphs: ['It did.'] })

const tideTurned: Action<About> = {
  act: 'settings-changed',
  entry: ({ merchantId }) => ({ subject: { kind: 'merchant', id: merchantId }, merchantId }),
  event: 'webhook_endpoint.disabled',
  shown: ({ merchantId }) => [merchantId, { id: 1 } as never],
  emails: ({ to }) => [{ to, ...email }],
  bell: ({ merchantId }) => ({
    to: { merchantId },
    kind: 'needs-attention',
    subject: `tide:${merchantId}`,
    amountUsd: null,
    about: null,
    email: () => email,
  }),
  screens: ({ merchantId }) => [
    [`merchant:${merchantId}`, 'settings'],
    ['admin', 'merchants'],
  ],
}

const readAll = async (merchantId: number, to: string) => {
  const { db } = app.deps
  const [acts, events, emails, notices, changes] = await Promise.all([
    db.selectFrom('actLog').select(['act', 'actorKind']).where('merchantId', '=', merchantId).execute(),
    db.selectFrom('apiEvents').select('type').where('merchantId', '=', merchantId).execute(),
    db.selectFrom('mailOutbox').select('subject').where('recipient', '=', to).execute(),
    db.selectFrom('notifications').select('subject').where('subject', '=', `tide:${merchantId}`).execute(),
    db.selectFrom('changes').select('topic').where('audience', '=', `merchant:${merchantId}`).execute(),
  ])
  return { acts, events, emails, notices, changes }
}

test('a fact reaches audit log, programs, emails, bell and screens, in this order', async () => {
  const { id: merchantId, email: to } = await addMerchant(app)
  const before = await readAll(merchantId, to)
  const { statements } = await recordStatements(() =>
    inTransaction(app.deps.db, (tx) => announce(tx, tideTurned, { merchantId, to }, { actor: 'system' })),
  )
  const channels = ['act_log', 'record_event', 'mail_outbox', 'into notifications', 'note_change(audience']
  const order = channels.map((channel) => statements.findIndex((text) => text.includes(channel)))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order).not.toContain(-1)
  const after = await readAll(merchantId, to)
  expect(after.acts.slice(before.acts.length)).toEqual([{ act: 'settings-changed', actorKind: 'system' }])
  expect(after.events).toEqual([{ type: 'webhook_endpoint.disabled' }])
  expect(after.emails).toContainEqual({ subject: 'The tide turned' })
  expect(after.notices).toHaveLength(1)
  expect(after.changes.map(({ topic }) => topic)).toEqual(expect.arrayContaining(['settings', 'notifications']))
})

test('nobody learns of what is rolled back', async () => {
  const { id: merchantId, email: to } = await addMerchant(app)
  const before = await readAll(merchantId, to)
  const work = inTransaction(app.deps.db, async (tx) => {
    await announce(tx, tideTurned, { merchantId, to }, { actor: 'system' })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await readAll(merchantId, to)).toEqual(before)
})

test('many of one fact take one statement for events and one for screens, which are told once', async () => {
  const [one, other] = [await addMerchant(app), await addMerchant(app)]
  const fact: Fact<{ merchantId: number }> = {
    event: 'webhook_endpoint.disabled',
    // The second one of these isn't published.
    shown: ({ merchantId }) => (merchantId === other.id ? undefined : [merchantId, { id: 1 } as never]),
    screens: ({ merchantId }) => [[`merchant:${merchantId}`, 'webhooks']],
  }
  const abouts = [one.id, other.id, one.id].map((merchantId) => ({ merchantId }))
  const { statements } = await recordStatements(() => inTransaction(app.deps.db, (tx) => announceAll(tx, fact, abouts)))
  expect(statements.filter((text) => text.includes('record_event'))).toHaveLength(1)
  expect(statements.filter((text) => text.includes('note_change'))).toHaveLength(1)
  expect((await readAll(one.id, one.email)).events).toHaveLength(2)
  expect((await readAll(one.id, one.email)).changes.filter(({ topic }) => topic === 'webhooks')).toHaveLength(1)
  expect((await readAll(other.id, other.email)).events).toEqual([])
})

test('nothing is written for a fact that happened to nobody', async () => {
  const { statements } = await recordStatements(() => inTransaction(app.deps.db, (tx) => announceAll(tx, tideless, [])))
  expect(statements.filter((text) => /record_event|note_change/.test(text))).toEqual([])
})

const tideless: Fact<About> = { screens: () => [['admin', 'merchants']] }
