import { cancelLoopOut as cancelCall, listOwnLoopOuts, quoteLoopOut as quoteCall } from '@bitquay/contract/loop-out'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { codeOf, ownerOf, startLoopOuts } from '../../test/loop-outs.ts'
import { addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { quoteLoopOut } from './quote-loop-out.ts'

const stage = await startLoopOuts()
const { money } = stage
await money.fund(money.platform, ...Array.from({ length: 50 }, () => 2_000_000n))
afterAll(() => money.close())

test('a canceled request returns the money once, is in the audit log and is emailed, and a new one is possible', async () => {
  const store = await stage.storeWithLightning('canceled')
  const { lightning } = await stage.accountsOf(store)
  const requested = await stage.request(store)
  expect(await stage.accountsOf(store)).toMatchObject({ lightning: 0n, hold: lightning })
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(stage.cancel(store, requested.id))))
  expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
  expect(outcomes.filter((outcome) => outcome === 'loop-out-not-pending')).toHaveLength(19)
  expect(await stage.accountsOf(store)).toEqual({ lightning, hold: 0n, payable: 0n })
  expect(await stage.read(requested.id)).toMatchObject({ status: 'cancelled', processedBy: null })
  const { rows } = await sql`
    select act, actor_email from act_log where subject_kind = 'loop-out' and subject_id = ${String(requested.id)} order by id`.execute(
    money.deps.db,
  )
  const by = ownerOf(store).email
  expect(rows).toEqual([
    { act: 'loop-out-requested', actorEmail: by },
    { act: 'loop-out-cancelled', actorEmail: by },
  ])
  const emails = await money.deps.db
    .selectFrom('mailOutbox')
    .select(['subject', 'bodyText'])
    .where('recipient', '=', 'canceled@example.test')
    .execute()
  expect(emails.map(({ subject }) => subject)).toEqual(['Your loop-out request was canceled'])
  expect(emails[0]?.bodyText).toContain(by)
  expect(await codeOf(stage.execute(requested.id))).toBe('loop-out-not-pending')
  const again = await stage.request(store)
  expect(again).toMatchObject({ status: 'pending', amountSats: lightning })
  expect(again.onChainAddress).not.toBe(requested.onChainAddress)
  await money.expectCleanAudit()
})

test('another merchant’s request and an unknown one are not found', async () => {
  const [store, other] = [await stage.storeWithLightning('mine'), await stage.storeWithLightning('others')]
  const requested = await stage.request(store)
  expect(await codeOf(stage.cancel(other, requested.id))).toBe('not-found')
  expect(await codeOf(stage.cancel(other, 999_999))).toBe('not-found')
  expect(await stage.read(requested.id)).toMatchObject({ status: 'pending' })
})

test('a store admin cancels over HTTP and a user can’t', async () => {
  const store = await stage.storeWithLightning('by-people')
  const requested = await stage.request(store)
  const user = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'user'))
  const manager = await signInAs(money.server, await addMerchantUser(money.server, store.merchantId, 'admin'))
  const body = { requestId: requested.id }
  expect((await ask(money.server, cancelCall, { token: user, body })).status).toBe(403)
  expect((await ask(money.server, quoteCall, { token: user, body: {} })).status).toBe(403)
  expect(await ask(money.server, cancelCall, { token: manager, body })).toMatchObject({
    status: 200,
    body: { id: requested.id, status: 'cancelled' },
  })
  expect((await ask(money.server, cancelCall, { token: manager, body })).body.code).toBe('loop-out-not-pending')
  expect((await ask(money.server, listOwnLoopOuts, { token: user })).body).toMatchObject([{ status: 'cancelled' }])
})

test.each(['shared', 'own'] as const)(
  'on a %s node the quote shows what the request then does, and the same address until it is used',
  async (node) => {
    const store =
      node === 'own' ? await stage.storeWithNode('quote-own') : await stage.storeWithLightning('quote-shared')
    const quote = () => quoteLoopOut(money.deps, store.merchantId)
    const shown = await quote()
    expect(Number(shown.networkFeeBtc)).toBeGreaterThan(0)
    expect(Number(shown.networkFeeBtc)).toBeLessThan(0.0001)
    expect((await quote()).onChainAddress).toBe(shown.onChainAddress)
    const requested = await stage.request(store)
    expect(requested).toMatchObject({
      onChainAddress: shown.onChainAddress,
      amountSats: BigInt(shown.amountBtc.replace('.', '')),
    })
    expect(await codeOf(quote())).toBe('loop-out-open')
    await stage.cancel(store, requested.id)
    expect((await quote()).onChainAddress).not.toBe(shown.onChainAddress)
  },
)

test('an address that was shown for an earlier store is not paid after another store was connected', async () => {
  const store = await stage.storeWithLightning('moved')
  const shown = await quoteLoopOut(money.deps, store.merchantId)
  await sql`update loop_out_addresses set store_id = 'earlier' where merchant_id = ${store.merchantId}`.execute(
    money.deps.db,
  )
  const again = await quoteLoopOut(money.deps, store.merchantId)
  expect(again.onChainAddress).not.toBe(shown.onChainAddress)
  expect((await stage.request(store)).onChainAddress).toBe(again.onChainAddress)
})

test('below $300.00 there is no quote', async () => {
  const store = await stage.storeWithLightning('too-little', '300.00')
  expect(await codeOf(quoteLoopOut(money.deps, store.merchantId))).toBe('loop-out-too-little')
})
