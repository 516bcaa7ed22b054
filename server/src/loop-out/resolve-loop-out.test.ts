import { type BtcpayClient, unwrap } from '@bitquay/btcpay'
import { resolveLoopOut as call } from '@bitquay/contract/loop-out'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoopOutStore, type LoopOuts, source, startLoopOuts } from '../../test/loop-outs.ts'
import type { Money } from '../../test/money.ts'
import { addAdmin, ask, codeOf, enableTwoFactor, holdCodes, signInAs } from '../../test/people.ts'
import { readAvailable } from '../sends/queries.available.ts'
import { resolveLoopOut } from './resolve-loop-out.ts'

let stage: LoopOuts
let money: Money
beforeAll(async () => {
  stage = await startLoopOuts()
  money = stage.money
  await money.fund(money.platform, 60_000_000n)
})
afterAll(() => money.close())

const resolve = (requestId: number, outcome: 'paid' | 'not-paid', preimage?: string) =>
  resolveLoopOut(money.deps, stage.admin, { requestId, outcome, preimage }, source)
const refusal = (message: string) => ({ code: 'loop-out-not-resolvable', message })

const silence = async () => ({ kind: 'unreachable', message: 'no answer' }) as never

/** The merchant's server does not respond about payments. */
const withSilentMerchant = async (store: LoopOutStore, work: () => Promise<void>) => {
  const { engines } = money.deps
  const { at } = engines
  engines.at = (connection) => {
    const client = at(connection)
    return connection.apiKey === store.openedKey
      ? { ...client, lightning: { ...client.lightning, getPayment: silence } }
      : client
  }
  await work().finally(() => {
    engines.at = at
  })
}
/** The platform's node responds like this about its invoices. */
const withPlatformInvoice = async (getInvoice: BtcpayClient['lightning']['getInvoice'], work: () => Promise<void>) => {
  const { platform } = money.deps.engines
  money.deps.engines.platform = { ...platform, lightning: { ...platform.lightning, getInvoice } }
  await work().finally(() => {
    money.deps.engines.platform = platform
  })
}

test('a payment with an unknown result resolves as not paid once it can no longer be paid', async () => {
  const store = await stage.storeWithNode('never told')
  const requested = await stage.request(store)
  await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject(
    refusal('Only a loop-out that waits for its Lightning payment can be resolved.'),
  )
  await money.engine.control.lightning({ node: 'never-told', hangNext: 1 })
  await stage.execute(requested.id)
  await expect(resolve(requested.id, 'paid', '00'.repeat(32))).rejects.toMatchObject(
    refusal('This loop-out has no invoice yet, so nothing can have been paid.'),
  )
  await stage.carryOn(2)
  for (const outcome of ['paid', 'not-paid'] as const) {
    await expect(resolve(requested.id, outcome, '00'.repeat(32))).rejects.toMatchObject(
      refusal('The invoice can still be paid. It expires 15 minutes after it was created.'),
    )
  }
  await money.engine.control.clock({ advanceSeconds: 2000 })
  await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject(
    refusal(
      'The merchant’s node says that the payment is still pending. You can resolve it 24 hours after the invoice expired.',
    ),
  )

  await withSilentMerchant(store, async () => {
    await stage.carryOn(2)
    const waiting = await stage.read(requested.id)
    expect(waiting).toMatchObject({
      status: 'executing',
      problem: 'the merchant’s node doesn’t say whether it paid',
    })
    for (const preimage of [undefined, '00'.repeat(32), waiting?.paymentHash ?? '']) {
      await expect(resolve(requested.id, 'paid', preimage)).rejects.toMatchObject(
        refusal('This preimage doesn’t match the payment. Only the matching preimage proves that it was paid.'),
      )
    }
    await withPlatformInvoice(silence, () =>
      expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject({ code: 'engine-unavailable' }),
    )
    expect(await stage.read(requested.id)).toMatchObject({ status: 'executing', firstLeg: 'awaiting-payment' })

    // It needs the second factor, like every action on money.
    const admin = await addAdmin(money.server)
    const token = await signInAs(money.server, admin)
    holdCodes()
    const { secret } = await enableTwoFactor(money.server, admin, token)
    const body = { requestId: requested.id, outcome: 'not-paid' }
    const wrong = codeOf(secret) === '000000' ? '111111' : '000000'
    expect((await ask(money.server, call, { token, body: { ...body, twoFactorToken: wrong } })).body).toMatchObject({
      code: 'invalid-verification-code',
    })
    expect(await ask(money.server, call, { token, body: { ...body, twoFactorToken: codeOf(secret) } })).toMatchObject({
      status: 200,
      body: { status: 'pending', firstLeg: null },
    })
    const activity = await money.deps.db
      .selectFrom('actLog')
      .selectAll()
      .where('act', '=', 'loop-out-resolved')
      .execute()
    expect(activity).toMatchObject([
      {
        actorId: admin.id,
        subjectId: String(requested.id),
        merchantId: store.merchantId,
        detail: { outcome: 'not-paid' },
      },
    ])
  })
  expect((await stage.sendsOf(requested)).map(({ status }) => status)).toEqual(['cancelled'])
  expect((await readAvailable(money.deps.db, money.platform.id)).heldSats).toBe(0n)
  await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject({ code: 'loop-out-not-resolvable' })
  await money.expectCleanAudit()
})

test('a payment that the platform’s node forgot resolves as paid with its preimage', async () => {
  const store = await stage.storeWithNode('came unseen')
  const requested = await stage.request(store)
  const gone = async () => ({ kind: 'refused', status: 404, code: 'invoice-not-found', message: 'not found' }) as never
  await stage.execute(requested.id)
  await stage.crashingAt('loop-out-paid', () => stage.carryOn(1))
  await withPlatformInvoice(gone, async () => {
    await stage.carryOn(2)
    const waiting = await stage.read(requested.id)
    expect(waiting).toMatchObject({
      status: 'executing',
      problem: 'the platform’s node no longer has its invoice',
    })
    await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject(
      refusal('The merchant’s node has proof that it paid. Resolve the loop-out as paid.'),
    )
    const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
    const paid = unwrap(await client.lightning.getPayment(store.storeId, waiting?.paymentHash ?? ''))
    await withSilentMerchant(store, () => resolve(requested.id, 'paid', paid.preimage?.toUpperCase()))
  })
  await stage.carryOn(3)
  await stage.expectPaidOnce(store, requested)
})

const gone = async () => ({ kind: 'refused', status: 404, code: 'invoice-not-found', message: 'not found' }) as never
const heldSats = async () => (await readAvailable(money.deps.db, money.platform.id)).heldSats
/** A merchant's node that keeps paying, and a platform's node on which the invoice has expired. */
const hang = async (name: string) => {
  const store = await stage.storeWithNode(name)
  const requested = await stage.request(store)
  await money.engine.control.lightning({ node: name.replaceAll(' ', '-'), hangNext: 1 })
  await stage.execute(requested.id)
  await stage.carryOn(2)
  await money.pass(2000)
  await money.engine.control.clock({ advanceSeconds: 2000 })
  return { store, requested }
}

test('an admin can release the coins a day after our invoice expired, whatever the merchant’s node says', async () => {
  const { requested } = await hang('under way')
  await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject({ code: 'loop-out-not-resolvable' })
  expect(await heldSats()).toBe(requested.amountSats)
  await money.pass(24 * 3600)
  await resolve(requested.id, 'not-paid')
  expect(await stage.read(requested.id)).toMatchObject({ status: 'pending', firstLeg: null })
  expect(await heldSats()).toBe(0n)
  await money.expectCleanAudit()
})

test('an invoice that our node no longer knows can be resolved as not paid once it is over', async () => {
  const store = await stage.storeWithNode('restored backup')
  const requested = await stage.request(store)
  await money.engine.control.lightning({ node: 'restored-backup', hangNext: 1 })
  await stage.execute(requested.id)
  await stage.carryOn(2)
  await withPlatformInvoice(gone, async () => {
    await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject(
      refusal('The invoice can still be paid. It expires 15 minutes after it was created.'),
    )
    await money.pass(2000)
    await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject({ code: 'loop-out-not-resolvable' })
    await money.pass(24 * 3600)
    await stage.carryOn(1)
    expect(await stage.read(requested.id)).toMatchObject({
      status: 'executing',
      problem: 'the platform’s node no longer has its invoice',
    })
    await resolve(requested.id, 'not-paid')
  })
  expect(await heldSats()).toBe(0n)
  await money.expectCleanAudit()
})

test('an admin can resolve after a week when our own node is lost', async () => {
  const { requested } = await hang('lost node')
  await withPlatformInvoice(silence, async () => {
    await money.pass(2 * 24 * 3600)
    await expect(resolve(requested.id, 'not-paid')).rejects.toMatchObject({ code: 'engine-unavailable' })
    await money.pass(5 * 24 * 3600)
    await resolve(requested.id, 'not-paid')
  })
  expect(await heldSats()).toBe(0n)
  await money.expectCleanAudit()
})
