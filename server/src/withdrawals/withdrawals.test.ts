import { getBalance } from '@bitquay/contract/balances'
import { toCents } from '@bitquay/contract/money'
import { quoteWithdrawal, withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, priceCents, startMoney } from '../../test/money.ts'
import {
  addMerchantUser,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  holdCodes,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { addOwner } from '../../test/shops.ts'
import { authorizeByTotp } from '../accounts/authorize-by-totp.ts'
import { syncStore } from '../payments/sync-store.ts'
import { readAvailable } from '../sends/queries.available.ts'
import { withdraw as withdrawFlow } from './withdraw.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
let address: string
let owner: Someone & { token: string; secret: string }

const withTwoFactor = async (someone: Someone) => {
  const token = await signInAs(money.server, someone)
  return { ...someone, token, ...(await enableTwoFactor(money.server, someone, token)) }
}
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('counter', 10_000_000n)
  address = await money.strangersAddress()
  owner = await withTwoFactor(await addOwner(money.server, store.merchantId))
})
afterAll(() => money.close())

const send = (by: { token: string }, body: Record<string, unknown>) =>
  ask(money.server, withdraw, { token: by.token, body })
const form = (more: Record<string, unknown> = {}) => ({ address, customerAmount: 10, ...more })
const accepted = async () =>
  (await money.deps.db.selectFrom('sends').select('id').where('merchantId', '=', store.merchantId).execute()).length

test('a withdrawal with a new code returns txid, status and withdrawal', async () => {
  holdCodes()
  await forgetCodes(money.server, owner)
  const code = codeOf(owner.secret)
  const answer = await send(owner, form({ twoFactorToken: code, description: 'Prize' }))
  expect(answer).toMatchObject({
    status: 200,
    body: {
      status: 'broadcast',
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
      withdrawal: { customerAmount: '10.00', merchantShare: '0.00', netAmountSent: '10.00', description: 'Prize' },
    },
  })
  expect(await money.countPaid(address, 10_000n)).toBe(1)

  // The same code moves nothing a second time, and is not counted as a wrong one.
  const again = await send(owner, form({ twoFactorToken: code }))
  expect(again).toMatchObject({ status: 400, body: { code: 'invalid-verification-code' } })
  expect(again.body.message).toContain('2FA')
  expect(await money.countPaid(address, 10_000n)).toBe(1)
})

test('a stolen session alone moves no money with no code, a wrong code or a recovery code', async () => {
  const before = await accepted()
  for (const twoFactorToken of [undefined, '', '000000']) {
    const answer = await send(owner, form({ twoFactorToken }))
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-verification-code' } })
    expect(answer.body.message).toContain('2FA')
  }
  const [recoveryCode] = (owner as unknown as { recoveryCodes: string[] }).recoveryCodes
  expect((await send(owner, form({ twoFactorToken: recoveryCode }))).status).toBe(400)
  expect(await accepted()).toBe(before)
})

test('one code in 20 simultaneous requests is one withdrawal', async () => {
  holdCodes()
  await forgetCodes(money.server, owner)
  const before = await accepted()
  const code = codeOf(owner.secret)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(owner, form({ twoFactorToken: code }))))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 19 }, () => 400),
  ])
  expect(await accepted()).toBe(before + 1)
})

test('without 2FA nobody withdraws, and the message says what to do', async () => {
  const user = await addMerchantUser(money.server, store.merchantId, 'admin')
  const token = await signInAs(money.server, user)
  expect(await send({ token }, form({ twoFactorToken: '123456' }))).toMatchObject({
    status: 403,
    body: { message: '2FA must be set up before you can withdraw.' },
  })
})

test('users of one merchant, each with their own code, cannot withdraw more than there is', async () => {
  const small = await money.newStore('small', 100_000n)
  const people = await Promise.all(
    Array.from({ length: 8 }, async () =>
      withTwoFactor(await addMerchantUser(money.server, small.merchantId, 'admin')),
    ),
  )
  holdCodes()
  const answers = await Promise.all(
    people.map((someone) =>
      send(someone, { address, customerAmount: '60.00', twoFactorToken: codeOf(someone.secret) }),
    ),
  )
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  for (const { body } of answers.filter(({ status }) => status === 409)) {
    expect(body.message).toMatch(/^Insufficient balance\. Need \$60\.00 but only \$\d+\.\d\d available\.$/)
  }
  expect(await money.countPaid(address, 60_000n)).toBe(1)
})

test('a refusal says what could be sent, whatever the fee on the requested amount', async () => {
  const { db } = money.deps
  await sql`insert into fee_schedules (withdrawal_fee_percent, effective_from) values (2.25, app_now() - interval '1 second')`.execute(
    db,
  )
  try {
    const quote = async (customerAmount: string) =>
      (await ask(money.server, quoteWithdrawal, { token: owner.token, body: { address, customerAmount } }))
        .body as unknown as { sufficient: boolean; availableUsd: string }
    const tooMuch = await quote('999999.00')
    expect(tooMuch.sufficient).toBe(false)
    expect(Number(tooMuch.availableUsd)).toBeGreaterThan(1000)
    expect((await quote(tooMuch.availableUsd)).sufficient).toBe(true)
    holdCodes()
    await forgetCodes(money.server, owner)
    const refused = await send(owner, form({ customerAmount: '999999.00', twoFactorToken: codeOf(owner.secret) }))
    expect(refused.body.message).toBe(
      `Insufficient balance. Need $999999.00 but only $${tooMuch.availableUsd} available.`,
    )
  } finally {
    await sql`insert into fee_schedules (effective_from) values (app_now())`.execute(db)
  }
})

test.each([
  ['negative', { customerAmount: -5 }],
  ['zero', { customerAmount: 0 }],
  ['signed', { customerAmount: '+5' }],
  ['spaced', { customerAmount: ' 5' }],
  ['exponent', { customerAmount: '1e3' }],
  ['hex', { customerAmount: '0x10' }],
  ['null', { customerAmount: null }],
  ['true', { customerAmount: true }],
  ['list', { customerAmount: [5] }],
  ['object', { customerAmount: {} }],
  ['400 digits', { customerAmount: '9'.repeat(400) }],
  ['three decimals', { customerAmount: '5.001' }],
  ['beyond 2^53', { customerAmount: '9007199254740993' }],
  ['mainnet address', { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }],
  ['trailing newline', () => ({ address: `${address}\n` })],
  ['zero-width space', () => ({ address: `${address}\u200b` })],
  ['mixed case', () => ({ address: `${address.slice(0, 12)}${address.slice(12).toUpperCase()}` })],
  ['bad checksum', () => ({ address: `${address.slice(0, -1)}${address.endsWith('q') ? 'p' : 'q'}` })],
  ['URI', () => ({ address: `bitcoin:${address}` })],
  ['address that anyone may spend from', { address: 'bcrt1pfeesnyr2tx' }],
  ['empty address', { address: '' }],
  ['unknown field', { amountBtc: '1' }],
  ['NUL in the note', { description: 'a\u0000b' }],
])('%s is a clear 4xx and nothing is stored', async (_, wrong) => {
  const before = await accepted()
  await forgetCodes(money.server, owner)
  const body = form({ ...(typeof wrong === 'function' ? wrong() : wrong), twoFactorToken: codeOf(owner.secret) })
  const answer = await send(owner, body)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(typeof answer.body.message).toBe('string')
  expect(await accepted()).toBe(before)
})

test('a quote refuses an address that the withdrawal would refuse', async () => {
  for (const wrong of [`${address}\n`, ` ${address}`, `${address}\u200b`, `bitcoin:${address}`]) {
    const body = { address: wrong, customerAmount: '25.00' }
    const answer = await ask(money.server, quoteWithdrawal, { token: owner.token, body })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-address' } })
  }
})

test('one’s own address and dust are refused', async () => {
  await forgetCodes(money.server, owner)
  const coin = await money.deps.db
    .selectFrom('storeCoins')
    .select('address')
    .where('storeRef', '=', store.id)
    .executeTakeFirstOrThrow()
  const own = await send(owner, form({ address: coin.address, twoFactorToken: codeOf(owner.secret) }))
  expect(own).toMatchObject({ status: 400, body: { code: 'invalid-address' } })
  await forgetCodes(money.server, owner)
  const dust = await send(owner, form({ customerAmount: '0.01', twoFactorToken: codeOf(owner.secret) }))
  expect(dust).toMatchObject({ status: 400, body: { code: 'amount-too-small' } })
})

test('the quote equals the withdrawal, to the satoshi of what is free', async () => {
  await syncStore(money.deps, store.id)
  const { body } = await ask(money.server, quoteWithdrawal, { token: owner.token, body: { customerAmount: '25.00' } })
  expect(body).toMatchObject({
    customerAmount: '25.00',
    totalFee: '0.00',
    netAmountToSend: '25.00',
    netAmountBtc: '0.00025000',
    sufficient: true,
    price: '100000.00',
    promo: null,
  })
  expect(
    toCents(String(body.customerAmount)) + toCents(String(body.totalFee)) + toCents(String(body.networkFeeUsd)),
  ).toBe(toCents(String(body.totalUsd)))
  const balance = await ask(money.server, getBalance, { token: owner.token })
  expect(body.availableUsd).toBe(balance.body.availableUsd)
  const { freeSats } = await readAvailable(money.deps.db, store.id)
  const most = await ask(money.server, quoteWithdrawal, {
    token: owner.token,
    body: { customerAmount: String(body.availableUsd) },
  })
  expect(most.body.sufficient).toBe(true)
  const cents = (freeSats * priceCents) / 100_000_000n
  const tooMuch = await ask(money.server, quoteWithdrawal, {
    token: owner.token,
    body: { customerAmount: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}` },
  })
  expect(tooMuch.body.sufficient).toBe(false)
})

test('without a recent price nothing is promised, and while paused nothing is sent', async () => {
  await money.server.advance(301)
  await forgetCodes(money.server, owner)
  const old = await send(owner, form({ twoFactorToken: codeOf(owner.secret) }))
  expect(old).toMatchObject({ status: 503, body: { code: 'price-too-old' } })
  await money.pass(1)
  await sql`update platform set withdrawals_paused = true`.execute(money.deps.db)
  await forgetCodes(money.server, owner)
  const paused = await send(owner, form({ twoFactorToken: codeOf(owner.secret) }))
  expect(paused).toMatchObject({ status: 503, body: { code: 'withdrawals-paused' } })
  await sql`update platform set withdrawals_paused = false`.execute(money.deps.db)
  await money.expectCleanAudit()
})

test('a user who is deactivated before the money is held withdraws nothing', async () => {
  await forgetCodes(money.server, owner)
  const before = await accepted()
  const setActive = (isActive: boolean) =>
    money.deps.db.updateTable('merchants').set({ isActive }).where('id', '=', store.merchantId).execute()
  const source = { address: '127.0.0.1', device: 'test' }
  const user = await withTwoFactor(await addMerchantUser(money.server, store.merchantId, 'admin'))
  for (const person of [owner, user]) {
    await setActive(false)
    const order = withdrawFlow(money.deps, {
      ...{ merchantId: store.merchantId, form: { address, customerAmount: '10' }, idempotencyKey: undefined },
      requestedBy: owner.email,
      by: { actor: { kind: 'merchant', id: owner.id, email: owner.email }, source },
      authorize: authorizeByTotp(money.deps, person, codeOf(person.secret), source),
    })
    await expect(order).rejects.toMatchObject({ code: 'not-signed-in' })
    await setActive(true)
  }
  expect(await accepted()).toBe(before)
})
