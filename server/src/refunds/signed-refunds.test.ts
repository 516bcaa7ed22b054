import { unwrap } from '@bitquay/btcpay'
import { getInvoice } from '@bitquay/contract/invoices'
import { leaveOwnWallet } from '@bitquay/contract/own-keys'
import {
  callOffRefund,
  claimRefund,
  offerRefund,
  type Refund,
  type RefundClaim,
  viewRefund,
} from '@bitquay/contract/refunds'
import {
  cancelForSure,
  cancelSigningRequest,
  getSigningRequest,
  listSigningRequests,
  type SigningRequest,
  submitSignature,
} from '@bitquay/contract/signing'
import { refundInvoice } from '@bitquay/contract/v1/refunds'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { rendered } from '../../test/brand.ts'
import { crashingAt } from '../../test/crash-at.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { type OwnShop, openOwnShop } from '../../test/own-shops.ts'
import { addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { applyChange } from '../own-keys/apply-change.ts'
import { findDueOwnKeysChanges } from '../own-keys/table.ts'
import { syncStore } from '../payments/sync-store.ts'
import type { Script } from '../platform/bitcoin/own-wallet.ts'
import { watchPsbts } from '../sends/watch-psbts.ts'
import { finishMove } from '../stores/move-store.ts'
import { findNextStores } from '../stores/queries.moves.ts'
import { findStore, openStore } from '../stores/table.ts'
import { refundClaimedEmail } from './emails.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
  await money.engine.control.rate({ usd: '100000' })
})
afterAll(() => money.close())

let shops = 0
const newShop = (script: Script = 'wpkh', ...coins: bigint[]) =>
  openOwnShop(money, `refunder-${++shops}`, script, ...coins)

/** An invoice over $100, 100,000 satoshis, that is paid. */
const paidInvoice = async ({ id, store }: OwnShop, customerEmail?: string) => {
  const { invoiceId, amount } = await makeInvoice(money.deps, id, '100.00', { customerEmail })
  await money.engine.control.pay({ invoiceId: invoiceId ?? '', method: 'onchain', amountBtc: amount ?? '' })
  await money.mine(1, store)
  await money.server.advance(31)
  await syncStore(money.deps, store.id)
  return invoiceId ?? ''
}
type Offered = { id: number; invoiceId: string; token: string }
const offered = async (shop: OwnShop, invoiceId?: string): Promise<Offered> => {
  const paid = invoiceId ?? (await paidInvoice(shop))
  const { status, body } = await ask(money.server, offerRefund, {
    token: shop.token,
    params: { invoiceId: paid },
    body: { kind: 'everything', ...(await shop.code()) },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return { id: Number(body.id), invoiceId: paid, token: String(body.claimLink).split('/r/')[1] ?? '' }
}
const claim = ({ token }: { token: string }, address: string) =>
  ask(money.server, claimRefund, { body: { token, address } })
const view = async ({ token }: { token: string }) =>
  (await ask(money.server, viewRefund, { body: { token } })).body as unknown as RefundClaim
const refundOf = async ({ token }: OwnShop, { id, invoiceId }: { id: number; invoiceId: string }): Promise<Refund> => {
  const { body } = await ask(money.server, getInvoice, { token, params: { invoiceId } })
  const found = (body as unknown as { refunds: Refund[] }).refunds.find((refund) => refund.id === id)
  if (!found) throw new Error(`there is no refund ${id}`)
  return found
}
const read = async ({ token }: OwnShop, id: number): Promise<SigningRequest> =>
  (await ask(money.server, getSigningRequest, { token, params: { id } })).body as unknown as SigningRequest
const submit = ({ token }: OwnShop, id: number, psbt: string) =>
  ask(money.server, submitSignature, { token, params: { id }, body: { psbt } })
const cancel = ({ token }: OwnShop, id: number) => ask(money.server, cancelSigningRequest, { token, params: { id } })
const sign = async (shop: OwnShop, id: number) => {
  const { psbt } = await read(shop, id)
  return money.engine.control.sign({ psbt: psbt ?? '' })
}
/** A refund that its customer has claimed to this address, and what is to be signed for it. */
const claimed = async (shop: OwnShop, refund: Offered, address: string) => {
  const answer = await claim(refund, address)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  await money.runSends()
  const { signingRequestId } = await refundOf(shop, refund)
  if (signingRequestId === null) throw new Error('nothing is to be signed')
  return signingRequestId
}

test.each(['wpkh', 'pkh'] as const)(
  'a refund from a wallet of the type %s waits for a signature and is paid once',
  async (script) => {
    const shop = await newShop(script, 300_000n)
    const refund = await offered(shop)
    expect(await view(refund)).toMatchObject({ status: 'offered', signedByShop: true })
    const address = await money.strangersAddress()
    const id = await claimed(shop, refund, address)
    expect(await view(refund)).toMatchObject({ status: 'claimed', signedByShop: true, txid: null })
    const waiting = await read(shop, id)
    expect(waiting).toMatchObject({ kind: 'refund', state: 'waiting', amountBtc: '0.00100000', address })
    expect(waiting.description).toContain(refund.invoiceId)
    const list = await ask(money.server, listSigningRequests, { token: shop.token })
    expect(list.body).toMatchObject({ requests: [{ id, kind: 'refund' }] })
    expect(await submit(shop, id, (await sign(shop, id)).psbt)).toMatchObject({ status: 200 })
    expect(await view(refund)).toMatchObject({ status: 'claimed', signedByShop: false, txid: expect.any(String) })
    expect(await refundOf(shop, refund)).toMatchObject({ status: 'claimed', signingRequestId: null })
    await money.mine(1, shop.store)
    expect(await view(refund)).toMatchObject({ status: 'paid', confirmations: 1 })
    expect(await money.countPaid(address, 100_000n)).toBe(1)
    await money.expectCleanAudit()
  },
)

test('a refund by key waits for a signature', async () => {
  const shop = await newShop('wpkh', 300_000n)
  const invoiceId = await paidInvoice(shop, 'by-key@example.test')
  const key = await addApiKey(money.server, shop.id, ['refunds'], {
    createdBy: shop.owner.email,
    dailyRefundLimitUsd: '500.00',
  })
  const { status, body } = await ask(money.server, refundInvoice, {
    token: key,
    params: { invoiceId },
    body: { kind: 'everything' },
  })
  expect(status, JSON.stringify(body)).toBe(200)
  const { rows } = await sql<{ bodyText: string }>`
    select body_text from mail_outbox where recipient = 'by-key@example.test' and subject like 'Refund from%'`.execute(
    money.deps.db,
  )
  const token = /\/r\/([\w-]{20,})/.exec(rows[0]?.bodyText ?? '')?.[1] ?? ''
  const address = await money.strangersAddress()
  const refund = { id: Number(body.id), invoiceId, token }
  const id = await claimed(shop, refund, address)
  expect(await read(shop, id)).toMatchObject({ state: 'waiting', address })
  expect(await submit(shop, id, (await sign(shop, id)).psbt)).toMatchObject({ status: 200 })
  await money.mine(1, shop.store)
  expect(await view(refund)).toMatchObject({ status: 'paid' })
})

test('the email about a claimed refund leads to what there is to sign', () => {
  const email = refundClaimedEmail('https://pay.example', {
    ...{ amountUsd: '10.00', amountBtc: '0.00010000', address: 'bc1q', customerEmail: null, invoiceId: 'i1' },
    ...{ offeredBy: 'key', at: new Date(0), isApproved: true, signingRequestId: 7 },
  })
  const { subject, text } = rendered(email)
  expect(subject).toBe('Refund of $10.00 needs your signature')
  expect(text).toContain('https://pay.example/merchant/signing/7')
})

test('of 50 claims at once one waits for a signature', async () => {
  const shop = await newShop('wpkh', 300_000n, 300_000n)
  const refund = await offered(shop)
  const addresses: string[] = []
  for (let turn = 0; turn < 3; turn += 1) addresses.push(await money.strangersAddress())
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => claim(refund, addresses[turn % addresses.length] ?? '')),
  )
  const winners = addresses.filter((_, at) =>
    answers.some(({ status }, turn) => status === 200 && turn % addresses.length === at),
  )
  expect(winners).toHaveLength(1)
  await money.runSends()
  const list = await ask(money.server, listSigningRequests, { token: shop.token })
  expect(list.body).toMatchObject({ requests: [{ address: winners[0] }] })
})

test('a canceled payment lets the customer claim again, and only managers cancel', async () => {
  const shop = await newShop('wpkh', 300_000n)
  const refund = await offered(shop)
  const id = await claimed(shop, refund, await money.strangersAddress())
  const cashier = await signInAs(money.server, await addMerchantUser(money.server, shop.id, 'user'))
  expect(await ask(money.server, cancelSigningRequest, { token: cashier, params: { id } })).toMatchObject({
    status: 403,
  })
  expect(await cancel(await newShop(), id)).toMatchObject({ status: 404 })
  // The refund itself is canceled once nothing of it waits.
  const callOff = () => ask(money.server, callOffRefund, { token: shop.token, params: { id: refund.id } })
  expect(await callOff()).toMatchObject({ status: 409, body: { code: 'refund-claimed' } })
  expect(await cancel(shop, id)).toMatchObject({ status: 200, body: { state: 'canceled', psbt: null } })
  expect(await view(refund)).toMatchObject({ status: 'offered', address: null, signedByShop: true })
  expect(await callOff()).toMatchObject({ status: 200, body: { status: 'called-off' } })
  const { rows } = await sql`select from act_log where act = 'signing-canceled' and subject_id = ${String(id)}`.execute(
    money.deps.db,
  )
  expect(rows).toHaveLength(1)
})

test('what nobody signs ends after 48 hours, and the customer can claim again', async () => {
  const shop = await newShop('wpkh', 300_000n)
  const refund = await offered(shop)
  const id = await claimed(shop, refund, await money.strangersAddress())
  await sql`update psbts set expires_at = app_now() where send_id = ${id}`.execute(money.deps.db)
  await sql`update sends set due_at = app_now() where id = ${id}`.execute(money.deps.db)
  await money.runSends()
  expect(await read(shop, id)).toMatchObject({ state: 'failed', problem: 'Nobody signed it within 48 hours.' })
  expect(await view(refund)).toMatchObject({ status: 'offered', address: null })
})

test('a crash at any step leads to one PSBT, and after the last signature to one payment', async () => {
  const shop = await newShop('wpkh', 300_000n, 300_000n, 300_000n)
  for (const step of ['psbt-coins-reserved', 'psbt-built', 'psbt-saved']) {
    const refund = await offered(shop)
    await crashingAt(money.deps, step, async () => {
      await claim(refund, await money.strangersAddress())
      await money.runSends()
    })
    await sql`update sends set due_at = app_now() where final_at is null and not exists (
      select from psbts where send_id = sends.id)`.execute(money.deps.db)
    await money.runSends()
    const { signingRequestId } = await refundOf(shop, refund)
    expect(await read(shop, signingRequestId ?? 0), step).toMatchObject({ state: 'waiting' })
  }
  const refund = await offered(shop, await paidInvoice(await fundMore(shop)))
  const address = await money.strangersAddress()
  const id = await claimed(shop, refund, address)
  const { psbt } = await sign(shop, id)
  await crashingAt(money.deps, 'psbt-signed', async () => {
    expect((await submit(shop, id, psbt)).status).toBe(500)
  })
  await money.runSends()
  await money.mine(1, shop.store)
  expect(await view(refund)).toMatchObject({ status: 'paid' })
  expect(await money.countPaid(address, 100_000n)).toBe(1)
})

const fundMore = async (shop: OwnShop) => {
  await shop.fund(300_000n)
  return shop
}

/** Somebody who isn't us. Returns whether the network took it. */
const broadcastOutside = async ({ store }: Pick<OwnShop, 'store'>, hex: string | undefined) => {
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  return (await client.wallet.broadcast(store.storeId, hex ?? '')).kind === 'ok'
}
/** A PSBT that its owner signed and kept, and whose request was canceled. */
const keptPsbt = async (shop: OwnShop, refund: Offered) => {
  const address = await money.strangersAddress()
  const id = await claimed(shop, refund, address)
  const { hex } = await sign(shop, id)
  expect(await cancel(shop, id)).toMatchObject({ status: 200 })
  return { id, address, hex }
}
const inputsOf = async (shop: OwnShop, id: number) =>
  (await read(shop, id)).inputs.map(({ txid, index }) => `${txid}-${index}`)
/** One look of the worker at everything that it watches. */
const watch = async () => {
  await sql`update psbts set watch_at = app_now() where watch_at is not null`.execute(money.deps.db)
  await watchPsbts(money.deps).run(new AbortController().signal)
}
/** The merchant goes back to a wallet that the payment server signs for, with coins in it. */
const leaveWallet = async (shop: OwnShop) => {
  const { deps, server } = money
  const answer = await ask(server, leaveOwnWallet, { token: shop.token, body: await shop.code() })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  await sql`update own_keys_changes set due_at = app_now() where status = 'waiting'`.execute(deps.db)
  for (const change of await findDueOwnKeysChanges(deps.db, 100)) await applyChange(deps, change)
  for (const next of await findNextStores(deps.db, 'platform', 100)) await finishMove(deps, next)
  const store = openStore(await findStore(deps.db, shop.id), deps.sealer)
  if (!store || store.ownWallet !== null) throw new Error('the wallet is still in use')
  await money.fund(store, 1_000_000n)
  return store
}

test.each(['canceled', 'expired'])(
  'after the first PSBT was %s, the second spends a coin of it, and one of both is ever paid',
  async (end) => {
    const shop = await newShop('wpkh', 250_000n)
    const refund = await offered(shop)
    const address = await money.strangersAddress()
    const first = await claimed(shop, refund, address)
    const { hex } = await sign(shop, first)
    if (end === 'canceled') await cancel(shop, first)
    else {
      await sql`update psbts set expires_at = app_now() where send_id = ${first}`.execute(money.deps.db)
      await sql`update sends set due_at = app_now() where id = ${first}`.execute(money.deps.db)
      await money.runSends()
    }
    expect(await refundOf(shop, refund)).toMatchObject({ status: 'offered', handedOutId: first })
    // Larger coins would be chosen first, and then both could confirm.
    await shop.fund(900_000n, 900_000n)
    const other = await money.strangersAddress()
    const second = await claimed(shop, refund, other)
    const spent = await inputsOf(shop, first)
    const shared = (await inputsOf(shop, second)).filter((input) => spent.includes(input))
    expect(shared.length).toBeGreaterThan(0)
    expect(await submit(shop, second, (await sign(shop, second)).psbt)).toMatchObject({ status: 200 })
    await money.mine(1, shop.store)
    expect(await view(refund)).toMatchObject({ status: 'paid', address: other })
    expect(await broadcastOutside(shop, hex)).toBe(false)
    await money.mine(6, shop.store)
    expect(await money.countPaid(address)).toBe(0)
    expect(await money.countPaid(other, 100_000n)).toBe(1)
    expect(await refundOf(shop, refund)).toMatchObject({ status: 'paid', handedOutId: null })
    await money.expectCleanAudit()
  },
)

test('the first PSBT confirms while the second waits: the refund is paid by it, and the second ends', async () => {
  const shop = await newShop('wpkh', 250_000n)
  const refund = await offered(shop)
  const kept = await keptPsbt(shop, refund)
  const other = await money.strangersAddress()
  const second = await claimed(shop, refund, other)
  const late = await sign(shop, second)
  expect(await broadcastOutside(shop, kept.hex)).toBe(true)
  await money.mine(1, shop.store)
  await money.runSends()
  expect(await view(refund)).toMatchObject({ status: 'paid', address: kept.address })
  expect(await read(shop, second)).toMatchObject({
    state: 'failed',
    problem: 'An earlier payment of the same refund was sent after all.',
  })
  expect(await submit(shop, second, late.psbt)).toMatchObject({ status: 409, body: { code: 'signing-ended' } })
  expect(await broadcastOutside(shop, late.hex)).toBe(false)
  expect([await money.countPaid(kept.address), await money.countPaid(other)]).toEqual([1, 0])
  await money.expectCleanAudit()
})

test('a PSBT that confirms after its refund was canceled pays the refund, and nothing else of the invoice was promised', async () => {
  const shop = await newShop('wpkh', 250_000n, 900_000n)
  const refund = await offered(shop)
  const kept = await keptPsbt(shop, refund)
  await ask(money.server, callOffRefund, { token: shop.token, params: { id: refund.id } })
  // Another refund of the same invoice would spend other coins, and both could confirm.
  const again = () =>
    shop.code().then((code) =>
      ask(money.server, offerRefund, {
        token: shop.token,
        params: { invoiceId: refund.invoiceId },
        body: { kind: 'everything', ...code },
      }),
    )
  expect(await again()).toMatchObject({ status: 409, body: { code: 'nothing-to-refund' } })
  expect(await broadcastOutside(shop, kept.hex)).toBe(true)
  await money.mine(1, shop.store)
  expect(await refundOf(shop, refund)).toMatchObject({ status: 'paid', address: kept.address, confirmations: 1 })
  expect(await again()).toMatchObject({ status: 409, body: { code: 'nothing-to-refund' } })
  expect(await money.countPaid(kept.address)).toBe(1)
})

test('another wallet pays only when another transaction has spent a coin of the PSBT, six blocks deep', async () => {
  const shop = await newShop('wpkh', 250_000n)
  const refund = await offered(shop)
  const kept = await keptPsbt(shop, refund)
  const spent = await inputsOf(shop, kept.id)
  const hot = await leaveWallet(shop)
  const other = await money.strangersAddress()
  expect(await view(refund)).toMatchObject({ status: 'offered', signedByShop: false })
  expect(await claim(refund, other)).toMatchObject({ status: 409, body: { code: 'refund-not-payable' } })
  // The owner spends the coin with their own app, to somebody else.
  const client = money.deps.engines.at({ serverUrl: shop.store.serverUrl, apiKey: shop.store.openedKey })
  const elsewhere = await money.strangersAddress()
  const built = unwrap(
    await client.wallet.createPsbt(shop.store.storeId, {
      destinations: [{ destination: elsewhere, amount: '0.00200000', subtractFromAmount: false }],
      feeRate: 2,
      selectedInputs: spent,
    }),
  )
  const { hex } = await money.engine.control.sign({ psbt: built.psbt })
  expect(await broadcastOutside(shop, hex)).toBe(true)
  await money.mine(5, shop.store)
  await watch()
  expect(await claim(refund, other)).toMatchObject({ status: 409, body: { code: 'refund-not-payable' } })
  await money.mine(1, shop.store)
  await watch()
  expect(await claim(refund, other)).toMatchObject({ status: 200 })
  await money.runSends()
  await money.mine(1, hot)
  expect(await view(refund)).toMatchObject({ status: 'paid', address: other })
  expect(await broadcastOutside(shop, kept.hex)).toBe(false)
  expect([await money.countPaid(kept.address), await money.countPaid(other)]).toEqual([0, 1])
  await money.expectCleanAudit()
})

test('a legacy PSBT that was broadcast under an unknown ID pays its refund', async () => {
  const shop = await newShop('pkh', 250_000n)
  const refund = await offered(shop)
  const kept = await keptPsbt(shop, refund)
  expect(await broadcastOutside(shop, kept.hex)).toBe(true)
  await money.mine(1, shop.store)
  expect(await view(refund)).toMatchObject({ status: 'offered' })
  await watch()
  await syncStore(money.deps, shop.store.id)
  expect(await view(refund)).toMatchObject({ status: 'paid', address: kept.address })
  expect(await money.countPaid(kept.address)).toBe(1)
  await money.expectCleanAudit()
})

const cancelSurely = ({ token }: OwnShop, id: number) => ask(money.server, cancelForSure, { token, params: { id } })

test('canceled for sure, a coin returns to its wallet, and six blocks later another wallet pays', async () => {
  const shop = await newShop('wpkh', 250_000n)
  const refund = await offered(shop)
  const kept = await keptPsbt(shop, refund)
  expect(await read(shop, kept.id)).toMatchObject({ canStillBeSent: true, canceledById: null })
  const hot = await leaveWallet(shop)
  // Many at once prepare one.
  const answers = await Promise.all(Array.from({ length: 50 }, () => cancelSurely(shop, kept.id)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${String(body.id)}`)).size).toBe(1)
  const canceling = answers[0]?.body as unknown as SigningRequest
  expect(canceling).toMatchObject({ kind: 'cancel', state: 'waiting', change: null, canStillBeSent: false })
  expect(shop.isOwnAddress(canceling.address)).toBe(true)
  expect(await inputsOf(shop, kept.id)).toContain((await inputsOf(shop, canceling.id))[0])
  expect(await submit(shop, canceling.id, (await sign(shop, canceling.id)).psbt)).toMatchObject({ status: 200 })
  await money.mine(5, shop.store)
  const other = await money.strangersAddress()
  expect(await claim(refund, other)).toMatchObject({ status: 409, body: { code: 'refund-not-payable' } })
  expect(await read(shop, kept.id)).toMatchObject({ canStillBeSent: true, canceledById: canceling.id })
  await money.mine(1, shop.store)
  expect(await read(shop, kept.id)).toMatchObject({ canStillBeSent: false })
  expect(await claim(refund, other)).toMatchObject({ status: 200 })
  await money.runSends()
  await money.mine(1, hot, shop.store)
  expect(await view(refund)).toMatchObject({ status: 'paid', address: other })
  expect(await broadcastOutside(shop, kept.hex)).toBe(false)
  expect([await money.countPaid(kept.address), await money.countPaid(other)]).toEqual([0, 1])
  await money.expectCleanAudit()
})

test('a PSBT that confirms before its cancellation pays the refund, and the cancellation ends', async () => {
  const shop = await newShop('wpkh', 250_000n)
  const refund = await offered(shop)
  const kept = await keptPsbt(shop, refund)
  const canceling = (await cancelSurely(shop, kept.id)).body as unknown as SigningRequest
  expect(await broadcastOutside(shop, kept.hex)).toBe(true)
  await money.mine(1, shop.store)
  await money.runSends()
  expect(await read(shop, canceling.id)).toMatchObject({ state: 'failed' })
  expect(await view(refund)).toMatchObject({ status: 'paid', address: kept.address })
  expect(await cancelSurely(shop, kept.id)).toMatchObject({ status: 409, body: { code: 'signing-ended' } })
})

test('nothing is canceled for sure that was never handed out, still waits, or is somebody else’s', async () => {
  const shop = await newShop('wpkh', 250_000n)
  const refund = await offered(shop)
  const id = await claimed(shop, refund, await money.strangersAddress())
  expect(await cancelSurely(shop, id)).toMatchObject({ status: 409, body: { code: 'signing-ended' } })
  await cancel(shop, id)
  expect(await cancelSurely(await newShop(), id)).toMatchObject({ status: 404 })
  const cashier = await signInAs(money.server, await addMerchantUser(money.server, shop.id, 'user'))
  expect(await ask(money.server, cancelForSure, { token: cashier, params: { id } })).toMatchObject({ status: 403 })
  // A payment that waits has its coin: whichever of both confirms, the other can't.
  const again = await claimed(shop, refund, await money.strangersAddress())
  expect(await cancelSurely(shop, id)).toMatchObject({ status: 409, body: { code: 'coins-not-free' } })
  expect(await read(shop, again)).toMatchObject({ state: 'waiting' })
})
