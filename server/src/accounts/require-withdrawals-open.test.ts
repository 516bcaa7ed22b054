import { merchantSecurity } from '@bitquay/contract/accounts.security'
import { createApiKey } from '@bitquay/contract/api-keys'
import { getSettings } from '@bitquay/contract/merchants'
import { getPartnerWallet } from '@bitquay/contract/partners'
import { offerRefund } from '@bitquay/contract/refunds'
import { refundInvoice } from '@bitquay/contract/v1/refunds'
import { createWithdrawal } from '@bitquay/contract/v1/withdrawals'
import { withdraw } from '@bitquay/contract/withdrawals'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import {
  addMerchantUser,
  addPartner,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  holdCodes,
  password,
  type Someone,
  signInAs,
} from '../../test/people.ts'

const hour = 3600

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let address: string
beforeAll(async () => {
  money = await startMoney()
  // The rules of live mode. In the sandbox nobody waits.
  money.deps.config = { ...money.deps.config, mode: 'live' }
  store = await money.newStore('day', 10_000_000n)
  address = await money.strangersAddress()
})
afterAll(() => money.close())
beforeEach(holdCodes)

const newManager = async () => {
  const someone = await addMerchantUser(money.server, store.merchantId, 'admin')
  const { secret } = await enableTwoFactor(money.server, someone, await signInAs(money.server, someone))
  return { ...someone, secret }
}
type Manager = Awaited<ReturnType<typeof newManager>>

/**
 * Returns the result for a person. It signs in each time, because sessions end within the days that these tests take.
 */
const byPerson = async (person: Manager, call = withdraw as typeof withdraw | typeof createApiKey) => {
  await forgetCodes(money.server, person)
  const token = await signInAs(money.server, person, { twoFactorToken: codeOf(person.secret) })
  await forgetCodes(money.server, person)
  const twoFactorToken = codeOf(person.secret)
  const body =
    call === withdraw
      ? { address, customerAmount: 10, twoFactorToken }
      : { name: 'Payouts', scopes: ['withdrawals'], withdrawalAddresses: [address], twoFactorToken }
  const { status, body: answer } = await ask(money.server, call, { token, body })
  return status === 200 ? 'done' : answer.code
}
const byKey = (key: string, once: string) =>
  ask(money.server, createWithdrawal, { token: key, body: { address, amountUsd: '10.00' }, once })
const outcome = async (key: string, once: string) => {
  const { status, body } = await byKey(key, once)
  return status === 200 ? 'done' : body.code
}
const keyOf = ({ email }: Pick<Someone, 'email'>) =>
  addApiKey(money.server, store.merchantId, ['withdrawals', 'refunds'], {
    withdrawalAddresses: [address],
    createdBy: email,
    mode: 'test',
  })
const changePassword = async (person: Manager) => {
  await forgetCodes(money.server, person)
  const token = await signInAs(money.server, person, { twoFactorToken: codeOf(person.secret) })
  const body = { currentPassword: password, newPassword: password }
  expect((await ask(money.server, merchantSecurity.changePassword, { token, body })).status).toBe(200)
}

test('a person cannot move money for a day after joining or changing their password or 2FA', async () => {
  const person = await newManager()
  expect(await byPerson(person)).toBe('withdrawals-closed')
  expect(await byPerson(person, createApiKey)).toBe('withdrawals-closed')
  await money.pass(24 * hour - 60)
  expect(await byPerson(person)).toBe('withdrawals-closed')
  await money.pass(61)
  expect(await byPerson(person)).toBe('done')
  expect(await byPerson(person, createApiKey)).toBe('done')

  await changePassword(person)
  expect(await byPerson(person)).toBe('withdrawals-closed')
  await money.pass(24 * hour + 1)
  expect(await byPerson(person)).toBe('done')

  await forgetCodes(money.server, person)
  const token = await signInAs(money.server, person, { twoFactorToken: codeOf(person.secret) })
  await forgetCodes(money.server, person)
  const off = { token: codeOf(person.secret) }
  expect((await ask(money.server, merchantSecurity.disableTwoFactor, { token, body: off })).status).toBe(200)
  const again = { ...person, ...(await enableTwoFactor(money.server, person, token)) }
  expect(await byPerson(again)).toBe('withdrawals-closed')
  await money.pass(24 * hour + 1)
  expect(await byPerson(again)).toBe('done')
})

test('a key is blocked while its creator is, and the error says until when', async () => {
  const [creator, colleague] = [await newManager(), await newManager()]
  await money.pass(25 * hour)
  await money.mine(1, store)
  const [key, other] = [await keyOf(creator), await keyOf(colleague)]
  const before = await byKey(key, 'before')
  expect(before.status).toBe(200)

  await changePassword(creator)
  const closed = await byKey(key, 'closed')
  expect(closed).toMatchObject({ status: 403, body: { code: 'withdrawals-closed' } })
  expect(closed.body.message).toMatch(
    /^Withdrawals are paused for 24 hours .* withdraw again from [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [AP]M UTC\.$/,
  )
  expect(Number(closed.headers['retry-after'])).toBeGreaterThan(23 * hour)
  expect(await outcome(other, 'other'), 'a colleague’s key is the colleague’s').toBe('done')
  expect((await byKey(key, 'before')).body, 'what was accepted is told again').toEqual(before.body)

  await money.pass(24 * hour + 1)
  await money.mine(1, store)
  expect(await outcome(key, 'closed'), 'it was too early, which is no answer for ever').toBe('done')

  // The creator is gone, so the owner's wait applies.
  await money.deps.db.deleteFrom('emailAddresses').where('email', '=', creator.email).execute()
  expect(await outcome(key, 'gone')).toBe('done')
  await money.deps.db
    .updateTable('merchants')
    .set({ lastPasswordChange: new Date(Date.now() + 1000 * 24 * hour * 30) })
    .where('id', '=', store.merchantId)
    .execute()
  expect(await outcome(key, 'owner')).toBe('withdrawals-closed')
  expect(await outcome(other, 'still')).toBe('done')
})

test('refunds are blocked with withdrawals, in the portal and by API key', async () => {
  const person = await newManager()
  const key = await keyOf(person)
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '10.00')
  const refund = { params: { invoiceId: invoiceId ?? '' } }
  const token = await signInAs(money.server, person, { twoFactorToken: codeOf(person.secret) })
  await forgetCodes(money.server, person)
  const body = { kind: 'everything', twoFactorToken: codeOf(person.secret) }
  expect((await ask(money.server, offerRefund, { token, ...refund, body })).body.code).toBe('withdrawals-closed')
  const byProgram = await ask(money.server, refundInvoice, { token: key, ...refund, body: { kind: 'everything' } })
  expect(byProgram.body.code).toBe('withdrawals-closed')
})

test('the reason and the end of the wait are shown for new accounts and password changes', async () => {
  const person = await newManager()
  const { createdAt } = await money.deps.db
    .selectFrom('merchantUsers')
    .select('createdAt')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const look = async () => {
    await forgetCodes(money.server, person)
    const token = await signInAs(money.server, person, { twoFactorToken: codeOf(person.secret) })
    await forgetCodes(money.server, person)
    const { body: settings } = await ask(money.server, getSettings, { token })
    const form = { address, customerAmount: 10, twoFactorToken: codeOf(person.secret) }
    const { body: refused } = await ask(money.server, withdraw, { token, body: form })
    return { closed: settings.withdrawalsClosed as { until: string; reason: string } | null, message: refused.message }
  }
  const first = await look()
  expect(first.closed?.reason).toBe('new-account')
  expect(Date.parse(first.closed?.until ?? '')).toBeGreaterThanOrEqual(createdAt.getTime() + 24 * hour * 1000)
  expect(first.message).toMatch(/^New accounts can withdraw after 24 hours\. You can withdraw from .* UTC\.$/)
  await money.pass(24 * hour + 60)
  expect((await look()).closed).toBeNull()
  await changePassword(person)
  const changed = await look()
  expect(changed.closed?.reason).toBe('security-change')
  expect(changed.message).toMatch(/^Withdrawals are paused for 24 hours after a change of password or 2FA\./)

  const partner = await addPartner(money.server)
  const token = await signInAs(money.server, partner)
  expect((await ask(money.server, getPartnerWallet, { token })).body.withdrawalsClosed).toMatchObject({
    reason: 'new-account',
    until: expect.any(String),
  })
})
