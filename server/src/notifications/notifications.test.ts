import { deleteMerchantUser } from '@bitquay/contract/merchants.users'
import {
  changeNotificationSettings,
  getNotificationSettings,
  listOwnNotifications,
  type Notices,
  readNotification,
  readNotifications,
} from '@bitquay/contract/notifications'
import { claimRefund, offerRefund } from '@bitquay/contract/refunds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import {
  addAdmin,
  addMerchantUser,
  addPartner,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { addOwner } from '../../test/shops.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { withdrawEarnings } from '../partners/withdraw-earnings.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { endSend } from '../sends/end-send.ts'
import { notify } from './notify.ts'
import { type Event, pruneNotifications } from './table.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney({ PUBLIC_URL: 'https://pay.example.test' })
  await money.engine.control.rate({ usd: '100000' })
})
afterAll(() => money.close())

type Store = Awaited<ReturnType<Money['newStore']>>

let count = 0
const newShop = async (...coins: bigint[]) => {
  const store = await money.newStore(`bell-shop-${++count}`, ...coins)
  const owner = await addOwner(money.server, store.merchantId)
  return { store, owner, token: await signInAs(money.server, owner) }
}

const list = async (token: string) => (await ask(money.server, listOwnNotifications, { token })).body as Notices
const shown = async (token: string) =>
  (await list(token)).notifications.map(({ kind, reason, amountUsd, about, invoiceId }) => ({
    kind,
    reason,
    amountUsd,
    about,
    invoiceId,
  }))
const choose = (token: string, body: Record<string, unknown>) =>
  ask(money.server, changeNotificationSettings, { token, body })
const emailsTo = async (recipient: string) =>
  (
    await money.deps.db
      .selectFrom('mailOutbox')
      .select('subject')
      .where('recipient', '=', recipient)
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject)
const sync = async (store: Store) => {
  await sql`update invoices set check_due_at = to_timestamp(0)`.execute(money.deps.db)
  await syncStore(money.deps, store.id)
}
const pay = async (store: Store, amountBtc?: string) => {
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '100.00', {
    description: 'Rope',
    customerEmail: 'ida@example.test',
  })
  await money.engine.control.pay({
    invoiceId: invoiceId ?? '',
    method: 'onchain',
    ...(amountBtc === undefined ? {} : { amountBtc }),
  })
  await money.mine(1, store)
  await sync(store)
  return invoiceId ?? ''
}

test('everyone in the store is notified of a payment once, also when a reorganization books it again, and nobody else', async () => {
  const { store, token } = await newShop()
  const cashier = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId))
  const other = await newShop()
  const invoiceId = await pay(store)
  const expected = [
    { kind: 'payment-received', reason: null, amountUsd: '100.00', about: 'ida@example.test', invoiceId },
  ]
  for (const reader of [token, cashier]) {
    expect(await shown(reader)).toEqual(expected)
    expect((await list(reader)).unread).toBe(1)
  }
  await money.engine.control.reorg({ depth: 1, empty: true })
  await sync(store)
  await money.mine(2, store)
  await sync(store)
  const { bookings } = await money.deps.db
    .selectFrom('transactions')
    .select('bookings')
    .where('invoiceId', '=', invoiceId)
    .executeTakeFirstOrThrow()
  expect(bookings).toBe(2)
  expect(await shown(token)).toEqual(expected)
  expect(await list(other.token)).toEqual({ unread: 0, notifications: [] })
})

test('each person chooses bell and email for themselves', async () => {
  const { store, owner, token } = await newShop()
  const user = await addMerchantUser(money.server, store.merchantId)
  const userToken = await signInAs(money.server, user)
  await choose(token, { kind: 'payment-received', bell: false })
  await choose(userToken, { kind: 'payment-received', email: true })
  await pay(store)
  expect(await shown(token)).toEqual([])
  expect(await shown(userToken)).toHaveLength(1)
  expect(await emailsTo(owner.email)).not.toContain('$100.00 received')
  expect((await emailsTo(user.email)).filter((subject) => subject === '$100.00 received')).toHaveLength(1)

  // Someone who wants only the email gets it once, and turning the bell on shows nothing from before.
  await choose(userToken, { kind: 'payment-received', bell: false })
  await pay(store)
  await sync(store)
  expect((await emailsTo(user.email)).filter((subject) => subject === '$100.00 received')).toHaveLength(2)
  await choose(token, { kind: 'payment-received', bell: true })
  expect(await shown(token)).toEqual([])
  await pay(store)
  expect(await shown(token)).toHaveLength(1)
  expect(await shown(userToken)).toHaveLength(1)
})

test('settings show what each kind of person gets, and refuse what can’t be turned off', async () => {
  const { token } = await newShop()
  const read = async (reader: string) => (await ask(money.server, getNotificationSettings, { token: reader })).body
  expect(await read(token)).toEqual([
    { kind: 'payment-received', email: false, bell: true, emailAlways: false },
    { kind: 'refund-claimed', email: false, bell: true, emailAlways: false },
    { kind: 'payout-sent', email: true, bell: true, emailAlways: true },
    { kind: 'needs-attention', email: false, bell: true, emailAlways: false },
  ])
  expect((await choose(token, { kind: 'payout-sent', email: false })).status).toBe(400)
  expect((await choose(token, { kind: 'payout-sent', bell: false })).body).toContainEqual({
    kind: 'payout-sent',
    email: true,
    bell: false,
    emailAlways: true,
  })
  const partner = await signInAs(money.server, await addPartner(money.server))
  expect(await read(partner)).toEqual([
    { kind: 'payout-sent', email: true, bell: true, emailAlways: true },
    { kind: 'needs-attention', email: false, bell: true, emailAlways: false },
  ])
  expect((await choose(partner, { kind: 'payment-received', bell: true })).status).toBe(400)
  const admin = await signInAs(money.server, await addAdmin(money.server))
  expect(await read(admin)).toEqual([])
  expect((await choose(admin, { kind: 'needs-attention', bell: true })).status).toBe(400)
  expect(await list(admin)).toEqual({ unread: 0, notifications: [] })
})

test('reading marks one or all that were seen, and never someone else’s', async () => {
  const { store, token } = await newShop()
  const colleague = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'admin'))
  const stranger = (await newShop()).token
  const partner = await signInAs(money.server, await addPartner(money.server))
  for (let times = 0; times < 3; times++) await pay(store)
  const [newest, middle, oldest] = (await list(token)).notifications
  const read = (reader: string, id: number | undefined) =>
    ask(money.server, readNotification, { token: reader, params: { id: id ?? 0 } })

  for (const attacker of [colleague, stranger, partner]) {
    expect((await read(attacker, oldest?.id)).status).toBe(404)
    await ask(money.server, readNotifications, { token: attacker, body: { upTo: 2_147_483_647 } })
  }
  expect((await list(token)).unread).toBe(3)

  const first = await read(token, oldest?.id)
  expect(first).toMatchObject({ status: 200, body: { unread: 2 } })
  const again = await read(token, oldest?.id)
  expect((again.body as Notices).notifications).toEqual((first.body as Notices).notifications)
  const all = await ask(money.server, readNotifications, { token, body: { upTo: middle?.id } })
  expect(all.body).toMatchObject({ unread: 1 })
  expect((await list(token)).notifications.filter(({ readAt }) => readAt === null).map(({ id }) => id)).toEqual([
    newest?.id,
  ])
})

test('a claimed refund and an overpayment are announced once, however often they are repeated', async () => {
  const { store, owner, token } = await newShop(2_000_000n)
  await choose(token, { kind: 'refund-claimed', email: true })
  await choose(token, { kind: 'needs-attention', email: true })
  const { secret } = await enableTwoFactor(money.server, owner, token)
  const invoiceId = await pay(store, '0.00120000')
  await sync(store)
  const attention = {
    kind: 'needs-attention',
    reason: 'overpaid',
    amountUsd: '120.00',
    about: 'ida@example.test',
    invoiceId,
  }
  const first = await shown(token)
  expect(first).toHaveLength(2)
  expect(first).toEqual(expect.arrayContaining([attention, expect.objectContaining({ kind: 'payment-received' })]))

  await forgetCodes(money.server, owner)
  const offered = await ask(money.server, offerRefund, {
    token,
    params: { invoiceId },
    body: { kind: 'overpaid', twoFactorToken: codeOf(secret) },
  })
  const claim = {
    body: { token: String(offered.body.claimLink).split('/r/')[1], address: await money.strangersAddress() },
  }
  const answers = await Promise.all([1, 2, 3].map(() => ask(money.server, claimRefund, claim)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await shown(token))[0]).toEqual({
    kind: 'refund-claimed',
    reason: null,
    amountUsd: '20.00',
    about: 'ida@example.test',
    invoiceId,
  })
  expect(await shown(token)).toHaveLength(3)
  const subjects = await emailsTo(owner.email)
  expect(subjects.filter((subject) => subject === 'Refund of $20.00 claimed')).toHaveLength(1)
  expect(subjects.filter((subject) => subject === 'An invoice was overpaid')).toHaveLength(1)
})

const bySomeone = { source: { address: '127.0.0.1', device: 'test' }, authorize: async () => undefined }

test('a sent payout is announced to its partner, and a failed one needs attention', async () => {
  await money.fund(money.platform, 10_000_000n)
  const partner = { ...(await addPartner(money.server, '0.50')), kind: 'partner' as const }
  const other = await signInAs(money.server, await addPartner(money.server, '0.50'))
  const token = await signInAs(money.server, partner)
  await money.grantEarnings(partner.id, 500_000n)
  const address = await money.strangersAddress()
  const send = await withdrawEarnings(money.deps, {
    partner,
    amountUsd: '300.00',
    address,
    idempotencyKey: undefined,
    ...bySomeone,
  })
  await money.runSends()
  const sent = { kind: 'payout-sent', reason: null, amountUsd: '300.00', about: address, invoiceId: null }
  expect(await shown(token)).toEqual([sent])
  await endSend(money.deps, await money.sendOf(send.id), 'failed', 'Its coins were spent.')
  expect(await shown(token)).toEqual([{ ...sent, kind: 'needs-attention', reason: 'payout-failed' }, sent])
  expect(await shown(other)).toEqual([])
  const subjects = await emailsTo(partner.email)
  expect(subjects.filter((subject) => subject === 'Payout of $300.00 sent')).toHaveLength(1)
  expect(subjects).not.toContain('Payout of $300.00 failed')
})

test('a withdrawal is announced to the store, and its email goes to the owner once and to those who want it', async () => {
  const { store, owner, token } = await newShop(5_000_000n)
  const [wants, doesNot] = [
    await addMerchantUser(money.server, store.merchantId, 'admin'),
    await addMerchantUser(money.server, store.merchantId, 'admin'),
  ]
  await choose(await signInAs(money.server, wants), { kind: 'payout-sent', email: true })
  const address = await money.strangersAddress()
  await withdrawFrom(money.deps, store, address, '10.00')
  await money.runSends()
  expect(await shown(token)).toEqual([
    { kind: 'payout-sent', reason: null, amountUsd: '10.00', about: address, invoiceId: null },
  ])
  const sentTo = async ({ email }: Someone) =>
    (await emailsTo(email)).filter((subject) => subject === 'Withdrawal of $10.00 sent').length
  expect(await Promise.all([owner, wants, doesNot].map(sentTo))).toEqual([1, 1, 0])
})

test('two servers that announce the same thing at once write it once, and nothing is left of a transaction that fails', async () => {
  const { store, owner, token } = await newShop()
  await choose(token, { kind: 'needs-attention', email: true })
  const event: Event = {
    to: { merchantId: store.merchantId },
    kind: 'needs-attention',
    subject: 'webhook:1',
    reason: 'webhook-disabled',
    amountUsd: null,
    about: 'https://shop.example.test',
  }
  const email = () => ({
    hasDates: false,
    render: () => ({ subject: 'Look at this', text: 'Look', html: '<p>Look</p>' }),
  })
  const announce = () => inTransaction(money.deps.db, (tx) => notify(tx, { ...event, email }))
  await expect(
    inTransaction(money.deps.db, async (tx) => {
      await notify(tx, { ...event, email })
      throw new Error('it did not happen')
    }),
  ).rejects.toThrow('it did not happen')
  expect(await list(token)).toEqual({ unread: 0, notifications: [] })
  await Promise.all(Array.from({ length: 8 }, announce))
  expect(await shown(token)).toHaveLength(1)
  expect((await emailsTo(owner.email)).filter((subject) => subject === 'Look at this')).toHaveLength(1)
})

test('each person keeps the newest 500 of the last 90 days, and a removed person leaves nothing', async () => {
  const { store } = await newShop()
  const user = await addMerchantUser(money.server, store.merchantId)
  const { db } = money.deps
  const fill = (rows: number, days: number) =>
    sql`insert into notifications (person_kind, person_id, kind, subject, in_bell, at)
      select 'merchant-user', ${user.id}, 'payment-received', ${`${days}-`}::text || n, true, app_now() - make_interval(days => ${days})
      from generate_series(1, ${rows}::integer) n`.execute(db)
  const rowsIn = async (table: 'notifications' | 'notificationSettings') =>
    db.selectFrom(table).selectAll().where('personKind', '=', 'merchant-user').where('personId', '=', user.id).execute()
  await fill(10, 91)
  await fill(520, 1)
  await pruneNotifications(db)
  const { rows } = await sql<{ subject: string }>`
    select subject from notifications where person_kind = 'merchant-user' and person_id = ${user.id}`.execute(db)
  const kept = rows.map(({ subject }) => subject)
  expect(kept).toHaveLength(500)
  expect(kept).toEqual(expect.arrayContaining(['1-520', '1-21']))
  await choose(await signInAs(money.server, user), { kind: 'payment-received', bell: false })
  expect(await rowsIn('notificationSettings')).toHaveLength(1)
  const admin = await signInAs(money.server, await addAdmin(money.server))
  expect((await ask(money.server, deleteMerchantUser, { token: admin, params: { id: user.id } })).status).toBe(200)
  expect([await rowsIn('notifications'), await rowsIn('notificationSettings')]).toEqual([[], []])
})
