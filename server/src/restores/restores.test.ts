import { getAccountChange, startEmailChange } from '@bitquay/contract/account-care'
import { acceptInvitation, login, requestPasswordReset, resetPassword, verify } from '@bitquay/contract/accounts'
import { listApiKeys } from '@bitquay/contract/api-keys'
import { confirmTeamUser, inviteTeamUser, listTeam } from '@bitquay/contract/merchants.team'
import { getSystem, pauseWithdrawals, retryMail } from '@bitquay/contract/operations'
import { getPartnerWallet } from '@bitquay/contract/partners'
import { listPromoCodes, resumePromoCode, revokePromoCode } from '@bitquay/contract/promo-codes'
import { claimRefund, offerRefund } from '@bitquay/contract/refunds'
import * as calls from '@bitquay/contract/restores'
import { decideRestoredClaim, getRestoredMoney } from '@bitquay/contract/restores.money'
import { getKey } from '@bitquay/contract/v1/key'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import type { TestApp } from '../../test/app.ts'
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
  holdCodes,
  password,
  type Someone,
  signInAs,
} from '../../test/people.ts'
import { type Backup, backUp, restoreAndServe, serveAgain } from '../../test/restored.ts'
import { openShop } from '../../test/shops.ts'
import { addTillDevice, useTill } from '../../test/tills.ts'
import { sweepFees } from '../fee-collection/sweep-fees.ts'
import { dropIfOutdated } from '../invoices/drop-if-outdated.ts'
import { sendEmails } from '../mail/worker.ts'
import { syncStore } from '../payments/sync-store.ts'
import { openRestore, replaceRestoreCode } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { createPromoCode, markPromoCodeUsed } from '../promo-codes/table.ts'
import { requestSend } from '../sends/request-send.ts'
import { getSend } from '../sends/table.ts'
import { advanceSends } from '../sends/worker.ts'
import { bindDeviceByLink, insertDevice } from '../tills/table.devices.ts'
import { emailAboutRestore } from './worker.ts'

/** Everything that gives somebody a right, as it was when the backup was written. */
const prepare = async (money: Money) => {
  const { server } = money
  const admin = await addAdmin(server)
  const { secret: adminSecret } = await enableTwoFactor(server, admin, await signInAs(server, admin))
  const otherAdmin = await addAdmin(server)
  const partner = await addPartner(server)
  const shop = await openShop(money, 'kestrel', 1_000_000n)
  const manager = await addMerchantUser(server, shop.id, 'admin')
  const key = await addApiKey(server, shop.id)
  const oldKey = await addApiKey(server, shop.id, ['read'])
  const device = await addTillDevice(server, shop.id)
  const link = await inTransaction(server.deps.db, (tx) =>
    insertDevice(tx, { merchantId: shop.id, tillId: device.tillId, name: 'Second', createdBy: shop.owner.email }),
  )
  await ask(server, requestPasswordReset, { body: { email: manager.email } })
  await forgetCodes(server, shop.owner)
  const invited = await ask(server, inviteTeamUser, {
    token: shop.token,
    body: { email: 'invited@example.test', name: 'Invited', twoFactorToken: codeOf(shop.secret) },
  })
  expect(invited.status).toBe(200)
  await forgetCodes(server, admin)
  const adminToken = await signInAs(server, admin, { twoFactorToken: codeOf(adminSecret) })
  await forgetCodes(server, admin)
  const changing = await ask(server, startEmailChange, {
    token: adminToken,
    params: { id: shop.id },
    body: { newEmail: 'thief@example.test', reason: 'They asked by phone', twoFactorToken: codeOf(adminSecret) },
  })
  expect(changing.status).toBe(200)
  const refundToken = await offer(money, shop)
  const { id: unsignedId } = await requestUnsigned(money, shop)
  const code = await addCode(server, admin)
  const closing = await money.newStore('closing')
  await server.deps.db
    .updateTable('merchants')
    .set({ closingSince: new Date() })
    .where('id', '=', closing.merchantId)
    .execute()
  return {
    admin,
    adminSecret,
    otherAdmin,
    partner,
    shop,
    manager,
    key,
    oldKey,
    device,
    link,
    refundToken,
    unsignedId,
    code,
    closing,
  }
}

const addCode = ({ deps }: TestApp, { id }: Someone) =>
  inTransaction(deps.db, (tx) =>
    createPromoCode(tx, { description: 'For a good customer', expiresInDays: 30, createdBy: id }),
  )

type Shop = Awaited<ReturnType<typeof openShop>>

const requestUnsigned = async (money: Money, { id, store, owner }: Shop) => {
  const address = await money.strangersAddress()
  return inTransaction(money.deps.db, (tx) =>
    requestSend(tx, money.deps, {
      kind: 'withdrawal',
      storeRef: store.id,
      merchantId: id,
      address,
      amountSats: 100_000n,
      amountUsd: '100.00',
      btcPrice: '100000.00',
      networkFeeFrom: 'amount',
      description: 'Not signed yet',
      requestedBy: owner.email,
      idempotencyKey: 'unsigned',
      inputHash: '',
    }),
  )
}

const offer = async (money: Money, { store, token, owner, secret }: Shop) => {
  const { invoiceId } = await makeInvoice(money.deps, store.merchantId, '100.00')
  await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: '0.00130000' })
  await money.mine(1, store)
  await forgetCodes(money.server, owner)
  const offered = await ask(money.server, offerRefund, {
    token,
    params: { invoiceId: invoiceId ?? '' },
    body: { kind: 'everything', twoFactorToken: codeOf(secret) },
  })
  expect(offered.status).toBe(200)
  return String(offered.body.claimLink).split('/r/')[1] ?? ''
}

const tokenIn = async ({ deps }: TestApp, to: string, path: string) => {
  const mails = await deps.db
    .selectFrom('mailOutbox')
    .select('bodyText')
    .where('recipient', '=', to)
    .orderBy('id', 'desc')
    .execute()
  const found = mails.map(({ bodyText }) => new RegExp(`${path}\\?token=([\\w-]+)`).exec(bodyText)?.[1]).find(Boolean)
  if (!found) throw new Error(`no link to ${path} for ${to}`)
  return found
}

let money: Money
let before: Awaited<ReturnType<typeof prepare>>
let backup: Backup
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
  holdCodes()
  before = await prepare(money)
  backup = await backUp(money.server)
})
afterAll(async () => {
  await backup.remove()
  await money.close()
})
beforeEach(holdCodes)

const withRestored = async (run: (server: TestApp & { code: string }) => Promise<void>) => {
  const server = await restoreAndServe(money.server, backup)
  try {
    await run(server)
  } finally {
    await server.close()
  }
}

const signIn = (server: TestApp, { email }: { email: string }, more: Record<string, string> = {}) =>
  ask(server, login, { body: { email, password, ...more } })

/** The admin signs in with the code. Used codes of the authenticator work again, so that nobody waits. */
const startReview = async (server: TestApp & { code: string }) => {
  const { admin, adminSecret } = before
  const more = { twoFactorToken: codeOf(adminSecret), restoreCode: server.code }
  await forgetCodes(server, admin)
  const { status, body } = await signIn(server, admin, more)
  expect(status, JSON.stringify(body)).toBe(200)
  await forgetCodes(server, admin)
  return String(body.token)
}

const confirm = async (server: TestApp, token: string, ...people: Someone[]) => {
  const listed = (await ask(server, calls.listRestoredPeople, { token })).body as unknown as calls.RestoredPerson[]
  const ids = people.map(({ kind, id }) => listed.find((each) => each.kind === kind && each.personId === id)?.id)
  await forgetCodes(server, before.admin)
  return ask(server, calls.confirmPeople, { token, body: { ids, twoFactorToken: codeOf(before.adminSecret) } })
}

const setPassword = async (server: TestApp, { email }: { email: string }) =>
  ask(server, resetPassword, {
    body: { token: await tokenIn(server, email, '/reset-password'), newPassword: 'another harbour 8' },
  })

const finish = async (server: TestApp, token: string) => {
  await forgetCodes(server, before.admin)
  return ask(server, calls.finishRestore, { token, body: { twoFactorToken: codeOf(before.adminSecret) } })
}

const decide = (server: TestApp, token: string, id: number, decision: 'revoke' | 'work' | null) =>
  ask(server, calls.decideRestoredKey, { token, params: { id }, body: { decision } })

/** One run of the worker, when everything is due. */
const advanceDue = async ({ deps }: TestApp, storeRef: number) => {
  await deps.db
    .updateTable('sends')
    .set({ dueAt: new Date(0) })
    .execute()
  await advanceSends(deps, storeRef)
}

const decideAll = async (server: TestApp, token: string) => {
  for (const { id } of await listKeys(server, token)) await decide(server, token, id, 'revoke')
}

const listKeys = async (server: TestApp, token: string) =>
  (await ask(server, calls.listRestoredKeys, { token })).body as unknown as calls.RestoredKey[]

test('nothing that was right at the time of the backup works before the review', () =>
  withRestored(async (server) => {
    const { shop, manager, otherAdmin, partner, key, device, link, refundToken } = before
    // All of it worked before, and works in the original.
    expect((await ask(money.server, verify, { token: shop.token })).status).toBe(200)
    expect((await ask(money.server, getKey, { token: key })).status).toBe(200)
    expect((await useTill(money.server, device).state()).status).toBe(200)

    expect((await ask(server, verify, { token: shop.token })).status).toBe(401)
    expect(await ask(server, getKey, { token: key })).toMatchObject({
      status: 403,
      body: { code: 'api-key-suspended' },
    })
    expect((await useTill(server, device).state()).status).toBe(401)
    const source = { address: '127.0.0.1', device: 'test' }
    const bound = await inTransaction(server.deps.db, (tx) => bindDeviceByLink(tx, device.slug, link.link, source))
    expect(bound).toBeUndefined()
    const reset = await tokenIn(money.server, manager.email, '/reset-password')
    expect(
      await ask(server, resetPassword, { body: { token: reset, newPassword: 'another harbour 8' } }),
    ).toMatchObject({
      body: { code: 'reset-token-invalid' },
    })
    const invitation = await tokenIn(money.server, 'invited@example.test', '/welcome')
    expect(
      await ask(server, acceptInvitation, { body: { token: invitation, newPassword: 'another harbour 8' } }),
    ).toMatchObject({ body: { code: 'reset-token-invalid' } })
    const address = await money.strangersAddress()
    expect(await ask(server, claimRefund, { body: { token: refundToken, address } })).toMatchObject({
      status: 503,
      body: { code: 'withdrawals-paused', message: expect.stringContaining('paused for a check') },
    })

    // Nor one that would only wait for a person.
    const keyId = server.deps.db.selectFrom('apiKeys').select('id').limit(1)
    await server.deps.db.updateTable('refunds').set({ apiKeyId: keyId }).execute()
    expect(await ask(server, claimRefund, { body: { token: refundToken, address } })).toMatchObject({ status: 503 })

    // Nobody signs in, whatever they know, and a request for a reset emails nothing.
    await forgetCodes(server, shop.owner)
    const ownerCode = { twoFactorToken: codeOf(shop.secret) }
    for (const [person, more] of [
      [shop.owner, ownerCode],
      [manager, {}],
      [partner, {}],
      [shop.owner, { ...ownerCode, restoreCode: server.code }],
    ] as const)
      expect(await signIn(server, person, more)).toMatchObject({ status: 403, body: { code: 'not-confirmed' } })
    expect(await signIn(server, otherAdmin)).toMatchObject({ status: 403, body: { code: 'restore-code-needed' } })
    const countMails = async () =>
      (await server.deps.db.selectFrom('mailOutbox').select('id').where('recipient', '=', partner.email).execute())
        .length
    const mails = await countMails()
    await ask(server, requestPasswordReset, { body: { email: partner.email } })
    expect(await countMails()).toBe(mails)

    // What isn't signed stays so, and no sweep is requested.
    await advanceDue(server, shop.store.id)
    expect((await getSend(server.deps.db, before.unsignedId)).status).toBe('requested')
    const address2 = await money.addressOf(money.platform)
    expect(await sweepFees(server.deps, shop.id, address2)).toBeUndefined()
  }))

test('pending changes and closings are canceled, and their owners are emailed once', () =>
  withRestored(async (server) => {
    const { shop, closing } = before
    const { rows } = { rows: await server.deps.db.selectFrom('accountChanges').select('status').execute() }
    expect(rows).toEqual([{ status: 'stopped' }])
    const { closingSince } = await server.deps.db
      .selectFrom('merchants')
      .select('closingSince')
      .where('id', '=', closing.merchantId)
      .executeTakeFirstOrThrow()
    expect(closingSince).toBeNull()
    const second = await serveAgain(server, server.databaseUrl)
    await Promise.all([server, second].map(({ deps }) => emailAboutRestore(deps).run(new AbortController().signal)))
    await second.close()
    const mails = await server.deps.db
      .selectFrom('mailOutbox')
      .select(['recipient', 'subject'])
      .where('subject', 'like', '%was canceled')
      .orderBy('recipient')
      .execute()
    expect(mails).toEqual([
      { recipient: 'closing@example.test', subject: 'The closing of the account for closing was canceled' },
      { recipient: shop.owner.email, subject: 'The change of the email address for kestrel was canceled' },
    ])
  }))

test('the code works once, with password and second factor, and a wrong one uses up nothing', () =>
  withRestored(async (server) => {
    const { admin, adminSecret, otherAdmin } = before
    await forgetCodes(server, admin)
    const twoFactorToken = codeOf(adminSecret)
    expect(await signIn(server, admin, { restoreCode: server.code })).toMatchObject({ status: 202 })
    expect(await signIn(server, admin, { twoFactorToken })).toMatchObject({ body: { code: 'restore-code-needed' } })
    expect(await signIn(server, admin, { twoFactorToken, restoreCode: 'AAAA-BBBB' })).toMatchObject({
      status: 403,
      body: { code: 'invalid-restore-code' },
    })
    expect(await signIn(server, admin, { twoFactorToken: '000000', restoreCode: server.code })).toMatchObject({
      status: 401,
    })
    expect(
      await ask(server, login, { body: { email: admin.email, password: 'wrong', restoreCode: server.code } }),
    ).toMatchObject({ status: 401 })
    // Typed in another way, at two servers at once.
    const second = await serveAgain(server, server.databaseUrl)
    const typed = server.code.toLowerCase().replaceAll('-', ' ')
    const answers = await Promise.all([
      signIn(server, admin, { twoFactorToken, restoreCode: typed }),
      signIn(second, otherAdmin, { restoreCode: server.code }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
    await second.close()
  }))

test('a new code replaces the reviewer', () =>
  withRestored(async (server) => {
    const token = await startReview(server)
    const [key] = await listKeys(server, token)
    expect((await decide(server, token, key?.id ?? 0, 'work')).status).toBe(200)
    expect(await replaceRestoreCode(server.deps.db, 'NEW2-CODE')).toBe(true)
    expect(await decide(server, token, key?.id ?? 0, 'revoke')).toMatchObject({
      status: 403,
      body: { code: 'not-reviewer' },
    })
    const other = await signIn(server, before.otherAdmin, { restoreCode: 'NEW2-CODE' })
    expect(other.status).toBe(200)
    expect((await decide(server, String(other.body.token), key?.id ?? 0, 'revoke')).status).toBe(200)
  }))

test('who is confirmed sets a new password and signs in, and the owner confirms the team', () =>
  withRestored(async (server) => {
    const { shop, manager, otherAdmin, partner, admin } = before
    const token = await startReview(server)
    const { body } = await ask(server, calls.getRestore, { token })
    expect(body).toMatchObject({
      restore: {
        isReviewer: true,
        finishedAt: null,
        parts: expect.arrayContaining([{ kind: 'keys', total: 2, left: 2 }]),
      },
    })
    expect(await confirm(server, token, shop.owner, partner, otherAdmin)).toMatchObject({ status: 200 })
    expect(await confirm(server, token, partner)).toMatchObject({ status: 409 })

    // The old password may have been stolen and changed after the backup.
    expect(await signIn(server, partner)).toMatchObject({ status: 403, body: { code: 'new-password-needed' } })
    expect((await setPassword(server, partner)).status).toBe(200)
    expect((await signIn(server, partner, { password: 'another harbour 8' })).status).toBe(200)
    expect(await signIn(server, partner)).toMatchObject({ status: 401 })
    // Somebody else who is confirmed reviews nothing.
    await setPassword(server, otherAdmin)
    const { body: otherSignedIn } = await signIn(server, otherAdmin, { password: 'another harbour 8' })
    expect(await confirm(server, String(otherSignedIn.token), admin)).toMatchObject({ status: 403 })

    await setPassword(server, shop.owner)
    await forgetCodes(server, shop.owner)
    const withCode = { password: 'another harbour 8', twoFactorToken: codeOf(shop.secret) }
    expect(await signIn(server, shop.owner, { password: 'another harbour 8' })).toMatchObject({ status: 202 })
    const { body: signedIn } = await signIn(server, shop.owner, withCode)
    const owner = String(signedIn.token)
    const team = (await ask(server, listTeam, { token: owner })).body as unknown as {
      id: number | null
      isUnconfirmed: boolean
    }[]
    expect(team.map(({ isUnconfirmed }) => isUnconfirmed)).toEqual([false, true, true])
    expect(await signIn(server, manager)).toMatchObject({ body: { code: 'not-confirmed' } })
    const params = { id: manager.id }
    expect((await ask(server, confirmTeamUser, { token: owner, params, body: {} })).status).toBe(400)
    await forgetCodes(server, shop.owner)
    const proven = { twoFactorToken: codeOf(shop.secret) }
    expect((await ask(server, confirmTeamUser, { token: owner, params, body: proven })).status).toBe(200)
    await setPassword(server, manager)
    expect((await signIn(server, manager, { password: 'another harbour 8' })).status).toBe(200)
    expect((await ask(server, getAccountChange, { token: owner })).status).toBe(200)
  }))

test('payouts resume when everything is decided, for stores whose owner has returned', () =>
  withRestored(async (server) => {
    const { shop, key, oldKey, admin, adminSecret, refundToken, unsignedId } = before
    const token = await startReview(server)
    await forgetCodes(server, admin)
    const resumed = { paused: false, twoFactorToken: codeOf(adminSecret) }
    expect(await ask(server, pauseWithdrawals, { token, body: resumed })).toMatchObject({
      body: { code: 'restore-under-review' },
    })
    await ask(server, getKey, { token: key })
    const keys = await listKeys(server, token)
    const idOf = (name: string) => keys.find((each) => each.name === name)?.id ?? 0
    expect(keys.map(({ decision, refusedRequests }) => [decision, refusedRequests])).toEqual([
      [null, 1],
      [null, 0],
    ])
    expect(await finish(server, token)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^2 items are left/) },
    })
    await decide(server, token, idOf('read and invoices and refunds'), 'work')
    await decide(server, token, idOf('read'), 'work')
    expect((await ask(server, getKey, { token: oldKey })).status).toBe(200)
    await decide(server, token, idOf('read'), null)
    expect((await ask(server, getKey, { token: oldKey })).status).toBe(403)
    expect(await finish(server, token)).toMatchObject({ status: 409 })
    await decide(server, token, idOf('read'), 'revoke')
    expect(await ask(server, calls.finishRestore, { token, body: { twoFactorToken: '000000' } })).toMatchObject({
      status: 400,
    })
    expect((await finish(server, token)).status).toBe(200)
    expect(await finish(server, token)).toMatchObject({ status: 404 })
    expect((await ask(server, getKey, { token: key })).status).toBe(200)
    expect((await ask(server, getKey, { token: oldKey })).status).toBe(401)

    // The store's owner has not returned, so nothing leaves it, not even by a link.
    const address = await money.strangersAddress()
    const claim = () => ask(server, claimRefund, { body: { token: refundToken, address } })
    expect(await claim()).toMatchObject({ status: 503 })
    await advanceDue(server, shop.store.id)
    expect((await getSend(server.deps.db, unsignedId)).status).toBe('requested')
    // People can be confirmed after the review, by any admin.
    expect((await confirm(server, token, shop.owner)).status).toBe(200)
    expect(await claim()).toMatchObject({ status: 503 })
    await setPassword(server, shop.owner)
    // Both may be paid already, so they wait for the wallet, and for an admin who has compared it.
    expect(await claim()).toMatchObject({ status: 409 })
    await syncStore(server.deps, shop.store.id)
    const { body: review } = await ask(server, getRestoredMoney, { token })
    for (const { kind, id } of review.claims as { kind: 'send' | 'refund'; id: number }[]) {
      const body = { kind, id, decision: 'pay' } as const
      expect(await ask(server, decideRestoredClaim, { token, body })).toMatchObject({ status: 200 })
    }
    expect(await claim()).toMatchObject({ status: 200 })
    await advanceDue(server, shop.store.id)
    expect((await getSend(server.deps.db, unsignedId)).status).toBe('broadcast')
  }))

test('a promo code may have been used after the backup, so it works when an admin says so', () =>
  withRestored(async (server) => {
    const { db } = server.deps
    const { shop, code, admin, adminSecret } = before
    const use = ({ code }: { code: string }) =>
      inTransaction(db, (tx) => markPromoCodeUsed(tx, code, { merchantId: shop.id, savedUsd: '1.00' }))
    const token = await startReview(server)
    const decideCode = async (call: typeof resumePromoCode | typeof revokePromoCode, id: number) => {
      await forgetCodes(server, admin)
      return ask(server, call, { token, params: { id }, body: { twoFactorToken: codeOf(adminSecret) } })
    }
    expect(await use(code)).toBeUndefined()
    expect(await ask(server, calls.getRestore, { token })).toMatchObject({ body: { restore: { suspendedCodes: 1 } } })
    expect(await ask(server, listPromoCodes, { token })).toMatchObject({ body: [{ state: 'suspended' }] })
    const created = await addCode(server, admin)
    expect(await use(created)).toBeDefined()
    expect(await decideCode(resumePromoCode, created.id)).toMatchObject({ status: 404 })
    const revoked = await addCode(server, admin)
    await db.updateTable('promoCodes').set({ suspendedAt: new Date() }).where('id', '=', revoked.id).execute()
    expect(await decideCode(revokePromoCode, revoked.id)).toMatchObject({ body: { state: 'revoked' } })
    expect(await decideCode(resumePromoCode, revoked.id)).toMatchObject({ status: 404 })
    const wrong = { params: { id: code.id }, body: { twoFactorToken: '000000' } }
    expect(await ask(server, resumePromoCode, { token, ...wrong })).toMatchObject({ status: 400 })
    expect(await decideCode(resumePromoCode, code.id)).toMatchObject({ status: 200, body: { state: 'active' } })
    expect(await use(code)).toBeDefined()
  }))

test('an email that waited in the backup is sent again only if somebody wants it', () =>
  withRestored(async (server) => {
    const sent: string[] = []
    const send = async ({ subject }: { subject: string }) => void sent.push(subject)
    const sendAll = async () => {
      for (const worker of sendEmails(server.deps.db, send, dropIfOutdated))
        while (await worker.run(new AbortController().signal)) continue
      return sent.splice(0)
    }
    expect(await sendAll()).toEqual([])
    const token = await startReview(server)
    const { body: system } = await ask(server, getSystem, { token })
    const held = system.failedMail as { id: number; subject: string; status: string }[]
    expect(held.length).toBeGreaterThan(2)
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['held']))
    await sendAll()
    expect((await ask(server, retryMail, { token, params: { id: held[0]?.id ?? 0 } })).status).toBe(200)
    expect(await sendAll()).toEqual([held[0]?.subject])
    await decideAll(server, token)
    expect((await finish(server, token)).status).toBe(200)
    await sendAll()
    const { rows } = await sql`select from mail_outbox where status in ('held', 'waiting')`.execute(server.deps.db)
    expect(rows).toEqual([])
  }))

test('owners see which keys await the review, and partners that nothing is paid before', () =>
  withRestored(async (server) => {
    const { shop, partner } = before
    const token = await startReview(server)
    await confirm(server, token, shop.owner, partner)
    await setPassword(server, shop.owner)
    await setPassword(server, partner)
    const returned = { password: 'another harbour 8' }
    await forgetCodes(server, shop.owner)
    const owner = await signIn(server, shop.owner, { ...returned, twoFactorToken: codeOf(shop.secret) })
    const [first] = await listKeys(server, token)
    await decide(server, token, first?.id ?? 0, 'work')
    const { body } = await ask(server, listApiKeys, { token: String(owner.body.token) })
    const keys = body as unknown as { id: number; status: string; awaitsReview: boolean }[]
    expect(keys.map(({ id, status, awaitsReview }) => [id === first?.id, status, awaitsReview])).toEqual(
      expect.arrayContaining([
        [true, 'active', false],
        [false, 'suspended', true],
      ]),
    )
    const asPartner = String((await signIn(server, partner, returned)).body.token)
    const wallet = () => ask(server, getPartnerWallet, { token: asPartner })
    expect(await wallet()).toMatchObject({ body: { withdrawalsUnderCheck: true } })
    const [mail] = await server.deps.db
      .selectFrom('mailOutbox')
      .select('bodyText')
      .where('recipient', '=', partner.email)
      .orderBy('id', 'desc')
      .where('subject', '=', 'Set a new password')
      .execute()
    expect(mail?.bodyText).toContain('check your latest payouts')
    await decideAll(server, token)
    await finish(server, token)
    expect(await wallet()).toMatchObject({ body: { withdrawalsUnderCheck: false } })
  }))

test('a failover that lost something is reviewed the same way, on a database in use', async () => {
  const other = await serveAgain(money.server, money.server.databaseUrl)
  const { key, shop } = before
  expect((await ask(other, verify, { token: shop.token })).status).toBe(200)
  await openRestore(money.deps.db, new Date(Date.now() - 60_000), 'FAIL-OVER')
  for (const server of [money.server, other]) {
    expect((await ask(server, verify, { token: shop.token })).status).toBe(401)
    expect((await ask(server, getKey, { token: key })).status).toBe(403)
  }
  await other.close()
})
