import { resetPassword } from '@bitquay/contract/accounts'
import { sendInvitation } from '@bitquay/contract/accounts.admins'
import { getFees, scheduleFees, withdrawFees } from '@bitquay/contract/fees'
import { getPartnerDashboard } from '@bitquay/contract/partners'
import * as calls from '@bitquay/contract/partners.admin'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { addAdmin, addMerchant, addPartner, ask, password, type Someone, signInAs } from '../../test/people.ts'
import { readPartnerFigures } from './queries.figures.ts'

let server: TestApp
let admin: Someone
let token: string
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  admin = await addAdmin(server)
  token = await signInAs(server, admin)
})
afterAll(() => server.close())

const create = (name: string, sharePercentage: string | number, email = `${name.toLowerCase()}@example.test`) =>
  ask(server, calls.createPartner, { token, body: { name, email, sharePercentage } })
const change = (partnerId: number, body: object) =>
  ask(server, calls.changePartner, { token, params: { partnerId }, body })
const emailsTo = (to: string) =>
  server.deps.db.selectFrom('mailOutbox').selectAll().where('recipient', '=', to).orderBy('id').execute()
const linkIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''

test('a partner created with a password signs in with it and gets no invitation', async () => {
  const body = { name: 'Slipway', email: 'slipway@example.test' }
  const common = await ask(server, calls.createPartner, { token, body: { ...body, password: 'password123' } })
  expect(common).toMatchObject({ status: 400, body: { code: 'password-too-common' } })
  const created = await ask(server, calls.createPartner, { token, body: { ...body, password } })
  expect(created.body).toMatchObject({ name: 'Slipway', sharePercentage: 33.33, invited: false })
  expect(await emailsTo('slipway@example.test')).toEqual([])
  expect(await signInAs(server, { email: 'slipway@example.test' })).toMatch(/./)
  expect((await change(Number(created.body.id), { isActive: false })).status).toBe(200)
})

test('a new partner is invited by email, chooses a password and sees an empty dashboard', async () => {
  const created = await create('Pier', '20.00')
  expect(created.body).toMatchObject({
    name: 'Pier',
    email: 'pier@example.test',
    sharePercentage: 20,
    currentBalanceUsd: '0.00',
    isActive: true,
    invited: true,
  })
  const again = await ask(server, sendInvitation, {
    token,
    params: { kind: 'partner', id: Number(created.body.id) },
    body: {},
  })
  expect(again.status).toBe(200)
  const [first, second] = (await emailsTo('pier@example.test')).map(({ bodyText }) => linkIn(bodyText))
  const choose = (link = '') => ask(server, resetPassword, { body: { token: link, newPassword: password } })
  expect((await choose(first)).body.code).toBe('reset-token-invalid')
  expect((await choose(second)).status).toBe(200)
  const own = await signInAs(server, { email: 'pier@example.test' })
  const { body } = await ask(server, getPartnerDashboard, { token: own })
  expect(body.partner).toMatchObject({ name: 'Pier', currentBalanceUsd: '0.00', totalEarnedUsd: '0.00' })
  const late = await ask(server, sendInvitation, {
    token,
    params: { kind: 'partner', id: Number(created.body.id) },
    body: {},
  })
  expect(late.body.code).toBe('already-joined')

  // Deactivated: signed out at once and unable to sign in again.
  expect((await change(Number(created.body.id), { isActive: false })).body.isActive).toBe(false)
  expect((await ask(server, getPartnerDashboard, { token: own })).status).toBe(401)
  await expect(signInAs(server, { email: 'pier@example.test' })).rejects.toThrow('Invalid email or password')
})

test('shares of active partners never exceed 100 %, however many are changed at once', async () => {
  await server.deps.db.updateTable('partners').set({ isActive: false }).execute()
  const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`Racer${n}`, '30.00')))
  const accepted = outcomes.filter(({ status }) => status === 200).map(({ body }) => Number(body.id))
  expect(accepted).toHaveLength(3)
  expect(new Set(outcomes.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
    new Set(['shares-exceeded']),
  )
  const raised = await Promise.all(accepted.map((id) => change(id, { sharePercentage: '40.00' })))
  expect(raised.filter(({ status }) => status === 200)).toHaveLength(1)
  const { body: metrics } = await ask(server, calls.getPartnerMetrics, { token })
  expect(metrics.activeShares).toBe(100)
  // An inactive partner takes nothing from the pool until activated.
  const [first = 0, second = 0] = accepted
  await change(first, { isActive: false })
  await change(second, { sharePercentage: 60 })
  const back = await change(first, { isActive: true })
  expect(back.body).toMatchObject({
    code: 'shares-exceeded',
    message: 'The shares of active partners would add up to more than 100%. Lower another share first.',
  })
})

test('what admins change on partners is in the audit log, and a change without effect is not', async () => {
  const { id } = (await create('Logged', '0.00')).body
  await change(Number(id), { name: 'Logged', sharePercentage: '0' })
  await change(Number(id), { name: 'Renamed' })
  const entries = await server.deps.db
    .selectFrom('actLog')
    .select(['act', 'actorEmail', 'detail'])
    .where('subjectKind', '=', 'partner')
    .where('subjectId', '=', String(id))
    .orderBy('id')
    .execute()
  expect(entries.map(({ act }) => act)).toEqual(['partner-created', 'partner-changed'])
  expect(entries[1]).toMatchObject({ actorEmail: admin.email, detail: { nameBefore: 'Logged', name: 'Renamed' } })
})

const wrong: [body: object, message: RegExp][] = [
  [{ name: '', email: 'a@example.test', sharePercentage: 1 }, /^Name is required$/],
  [{ name: 'A', email: 'nobody', sharePercentage: 1 }, /^Invalid email address$/],
  ...[-1, 100.01, 33.333, '1e1', '+5', null, true, 'many'].map((sharePercentage): [object, RegExp] => [
    { name: 'A', email: 'a@example.test', sharePercentage },
    /^Share must be a number between 0 and 100/,
  ]),
]

test.each(wrong)('%j is refused with a sentence', async (body, message) => {
  const answer = await ask(server, calls.createPartner, { token, body })
  expect(answer.status).toBe(400)
  expect(answer.body.message).toMatch(message)
})

test('an address in use is refused, and an unknown partner is not found', async () => {
  const merchant = await addMerchant(server)
  expect((await create('Taken', '1.00', merchant.email)).body.code).toBe('email-taken')
  for (const call of [calls.getPartner, calls.getStatementOfPartner]) {
    const answer = await ask(server, call, { token, params: { partnerId: 999_999 } })
    expect(answer.body).toMatchObject({ code: 'not-found', message: 'Partner Not Found' })
  }
  expect((await change(999_999, { name: 'Nobody' })).status).toBe(404)
})

test('a canceled fee change never reaches anyone’s rates', async () => {
  await server.deps.db.updateTable('partners').set({ isActive: false }).execute()
  const partner = await addPartner(server, '20.00')
  const dayMs = 24 * 60 * 60 * 1000
  const plan = async (days: number, partnerPoolPercent: number) => {
    const { body } = await ask(server, scheduleFees, {
      token,
      body: {
        invoiceProcessingPercent: 6,
        platformFeePercent: 3,
        partnerPoolPercent,
        withdrawalFeePercent: 4,
        partnerWithdrawalFeePercent: partnerPoolPercent,
        effectiveFrom: new Date(Date.now() + days * dayMs).toISOString(),
      },
    })
    return Number(body.id)
  }
  const stays = await plan(31, 2)
  const takenBack = await plan(32, 9)
  expect(stays).toBeLessThan(takenBack)
  expect((await ask(server, withdrawFees, { token, params: { id: takenBack }, body: {} })).status).toBe(200)

  const rates = async () => {
    const own = await signInAs(server, partner)
    const { feeBreakdown } = (await ask(server, getPartnerDashboard, { token: own })).body as {
      feeBreakdown: { depositFeeRate: number; withdrawalFeeRate: number }
    }
    const [figures] = await readPartnerFigures(server.deps.db, partner.id)
    const { current } = (await ask(server, getFees)).body as { current: { partnerPoolPercent: number } }
    return {
      pool: current.partnerPoolPercent,
      deposit: feeBreakdown.depositFeeRate,
      withdrawal: feeBreakdown.withdrawalFeeRate,
      payoutFee: figures?.payoutFeeMilliPercent,
    }
  }
  expect(await rates()).toEqual({ pool: 1, deposit: 0.2, withdrawal: 0, payoutFee: 0n })
  await server.advance((33 * dayMs) / 1000)
  // Two fifths of a 4 % fee go to the pool, and a fifth of that to this partner.
  expect(await rates()).toEqual({ pool: 2, deposit: 0.4, withdrawal: 0.32, payoutFee: 2000n })
})
