import { getBalance } from '@bitquay/contract/balances'
import {
  cancelSigningRequest,
  getSigningRequest,
  listSigningRequests,
  raiseFee,
  type SigningRequest,
  submitSignature,
} from '@bitquay/contract/signing'
import { getSigningRequest as getByKey, submitSignature as submitByKey } from '@bitquay/contract/v1/signing'
import { createWithdrawal } from '@bitquay/contract/v1/withdrawals'
import { cancelWithdrawal, type Withdrawal, withdraw } from '@bitquay/contract/withdrawals'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../../test/api-keys.ts'
import { crashingAt } from '../../test/crash-at.ts'
import { type Money, startMoney } from '../../test/money.ts'
import { type OwnShop, openOwnShop } from '../../test/own-shops.ts'
import { addMerchantUser, ask, signInAs } from '../../test/people.ts'
import { syncStore } from '../payments/sync-store.ts'
import { scripts } from '../platform/bitcoin/own-wallet.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

type Sent = { status: string; txid: string | null; psbt?: string; withdrawal: Withdrawal }

let shops = 0
const newShop = (script: (typeof scripts)[number] = 'wpkh', ...coins: bigint[]) =>
  openOwnShop(money, `signer-${++shops}`, script, ...coins)

const request = async (shop: OwnShop, customerAmount: string, address?: string) => {
  const answer = await ask(money.server, withdraw, {
    token: shop.token,
    body: { address: address ?? (await money.strangersAddress()), customerAmount, ...(await shop.code()) },
  })
  return { status: answer.status, body: answer.body as unknown as Sent & { code?: string; message?: string } }
}
const requested = async (shop: OwnShop, customerAmount: string, address?: string) => {
  const { status, body } = await request(shop, customerAmount, address)
  expect(status, JSON.stringify(body)).toBe(202)
  return body.withdrawal
}
const read = async ({ token }: OwnShop, id: number): Promise<SigningRequest> =>
  (await ask(money.server, getSigningRequest, { token, params: { id } })).body as unknown as SigningRequest
const list = async ({ token }: OwnShop): Promise<SigningRequest[]> =>
  ((await ask(money.server, listSigningRequests, { token })).body as unknown as { requests: SigningRequest[] }).requests
const submit = ({ token }: OwnShop, id: number, psbt: string) =>
  ask(money.server, submitSignature, { token, params: { id }, body: { psbt } })

type Signing = Parameters<Money['engine']['control']['sign']>[0]
const sign = async (shop: OwnShop, id: number, more: Partial<Signing> = {}) => {
  const { psbt } = await read(shop, id)
  return money.engine.control.sign({ psbt: psbt ?? '', ...more })
}
const hexOf = async (shop: OwnShop, id: number) => {
  const { hex } = await sign(shop, id)
  if (hex === undefined) throw new Error('the device didn’t finish the transaction')
  return hex
}
/** Somebody who isn't us. */
const broadcastOutside = async ({ store }: OwnShop, hex: string) => {
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  expect(await client.wallet.broadcast(store.storeId, hex)).toMatchObject({ kind: 'ok' })
}
const availableOf = async ({ token }: OwnShop) =>
  ((await ask(money.server, getBalance, { token })).body as unknown as { availableUsd: string }).availableUsd

test.each(scripts)('a withdrawal from a wallet of the type %s is signed outside and paid once', async (script) => {
  const shop = await newShop(script, 300_000n, 250_000n)
  const address = await money.strangersAddress()
  const { status, body } = await request(shop, '400.00', address)
  expect({ status, body }).toMatchObject({ status: 202, body: { status: 'processing', txid: null } })
  const { id } = body.withdrawal
  const waiting = await read(shop, id)
  expect(waiting).toMatchObject({ state: 'waiting', psbt: body.psbt, amountBtc: '0.00400000', address, script })
  expect(waiting.inputs).toHaveLength(2)
  expect(shop.isOwnAddress(waiting.change?.address ?? '')).toBe(true)
  expect(await list(shop)).toEqual([waiting])
  const { required, signers } = waiting
  for (const cosigner of [1, 2, 3].slice(0, required)) {
    const { psbt } = await sign(shop, id, { cosigner: cosigner as 1 | 2 | 3 })
    const answer = await submit(shop, id, psbt)
    expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 })
  }
  const sent = await read(shop, id)
  expect(sent).toMatchObject({ state: 'sending', psbt: null, txid: expect.stringMatching(/^[\da-f]{64}$/) })
  expect(sent.signers.filter(({ signedAt }) => signedAt !== null)).toHaveLength(required)
  expect(signers).toHaveLength(sent.signers.length)
  await money.mine(1, shop.store)
  expect(await read(shop, id)).toMatchObject({ state: 'confirmed' })
  expect(await money.countPaid(address, 400_000n)).toBe(1)
  await money.expectCleanAudit()
})

test('several wait, each with its own coins, and the change of none is spent', async () => {
  const shop = await newShop('wpkh', 300_000n, 300_000n)
  const [first, second] = [await requested(shop, '100.00'), await requested(shop, '100.00')]
  const coinsOf = async ({ id }: Withdrawal) =>
    (await read(shop, id)).inputs.map(({ txid, index }) => `${txid}-${index}`)
  const coins = [...(await coinsOf(first)), ...(await coinsOf(second))]
  expect(new Set(coins).size).toBe(2)
  // Of 600,000 satoshis both promise 200,000, and what would return to the wallet isn't there yet.
  expect(await availableOf(shop)).toBe('0.00')
  expect(await request(shop, '50.00')).toMatchObject({ status: 409, body: { code: 'insufficient-balance' } })
  // The second is signed first: it doesn't wait for the other.
  expect(await submit(shop, second.id, (await sign(shop, second.id)).psbt)).toMatchObject({ status: 200 })
  expect(await read(shop, second.id)).toMatchObject({ state: 'sending' })
  expect(await read(shop, first.id)).toMatchObject({ state: 'waiting' })
  await money.mine(1, shop.store)
  expect(Number(await availableOf(shop))).toBeGreaterThan(190)
})

test('50 withdrawals at once promise no coin twice', async () => {
  const shop = await newShop('wpkh', ...Array.from({ length: 8 }, () => 60_000n))
  const code = await shop.code()
  const address = await money.strangersAddress()
  const answers = await impatiently(() =>
    Promise.all(
      Array.from({ length: 50 }, () =>
        ask(money.server, withdraw, { token: shop.token, body: { address, customerAmount: '50.00', ...code } }),
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 202).length).toBe(1)
  await impatiently(() => Promise.all(Array.from({ length: 12 }, () => withdrawByKey(shop, address))))
  await money.runSends()
  const waiting = (await list(shop)).filter(({ state }) => state === 'waiting')
  const inputs = waiting.flatMap((one) => one.inputs.map(({ txid, index }) => `${txid}-${index}`))
  expect(new Set(inputs).size).toBe(inputs.length)
  expect(waiting.length).toBeGreaterThan(4)
  expect(waiting.length).toBeLessThanOrEqual(8)
  // What waits for coins is no alert for an operator, and is built when they are free.
  const stuck = () =>
    sql`select from sends where merchant_id = ${shop.id} and problem is not null`.execute(money.deps.db)
  expect((await stuck()).rows).toEqual([])
})

/** Requests answer early with 202, as if the payment server were slow. */
const impatiently = async <T>(work: () => Promise<T>): Promise<T> => {
  const { broadcastPatienceMs } = money.deps
  money.deps.broadcastPatienceMs = 500
  return work().finally(() => {
    money.deps.broadcastPatienceMs = broadcastPatienceMs
  })
}

const withdrawByKey = async (shop: OwnShop, address: string) => {
  const token = await addApiKey(money.server, shop.id, ['withdrawals'], { withdrawalAddresses: [address] })
  return ask(money.server, createWithdrawal, { token, body: { address, amountUsd: '50.00' } })
}

const cheats = {
  'changed-output': 'other-outputs',
  'other-fee': 'fee-too-high',
  'wrong-key': 'invalid-signature',
  'missing-signature': 'partly-signed',
  'sighash-single': 'wrong-sighash',
  'changed-sequence': 'other-sequence',
  'changed-locktime': 'other-locktime',
} as const

test('every cheat of a device is refused with its reason, and the coins stay reserved', async () => {
  const shop = await newShop('wpkh', 200_000n, 200_000n)
  const { id } = await requested(shop, '300.00')
  const before = await read(shop, id)
  for (const [cheat, fault] of Object.entries(cheats)) {
    const { psbt } = await sign(shop, id, { cheat: cheat as keyof typeof cheats })
    expect(await submit(shop, id, psbt), cheat).toMatchObject({
      status: 422,
      body: { code: 'signature-refused', signing: { fault } },
    })
    expect(await read(shop, id)).toEqual(before)
  }
  expect(await submit(shop, id, (await sign(shop, id)).psbt)).toMatchObject({ status: 200 })
  expect(await read(shop, id)).toMatchObject({ state: 'sending' })
})

test('the PSBT of another payment is refused', async () => {
  const shop = await newShop('wpkh', 200_000n, 200_000n)
  const [one, other] = [await requested(shop, '100.00'), await requested(shop, '100.00')]
  expect(await submit(shop, one.id, (await sign(shop, other.id)).psbt)).toMatchObject({
    status: 422,
    body: { signing: { fault: 'other-inputs' } },
  })
})

test('nobody else can read or sign it, and a key needs the right to withdraw', async () => {
  const [shop, stranger] = [await newShop('wpkh', 200_000n), await newShop('wpkh')]
  const { id } = await requested(shop, '100.00')
  const { psbt } = await sign(shop, id)
  expect(await submit(stranger, id, psbt)).toMatchObject({ status: 404 })
  expect(await ask(money.server, getSigningRequest, { token: stranger.token, params: { id } })).toMatchObject({
    status: 404,
  })
  const cashier = await signInAs(money.server, await addMerchantUser(money.server, shop.id, 'user'))
  expect(await ask(money.server, submitSignature, { token: cashier, params: { id }, body: { psbt } })).toMatchObject({
    status: 403,
  })
  const reading = await addApiKey(money.server, shop.id, ['read', 'refunds'])
  expect(await ask(money.server, submitByKey, { token: reading, params: { id }, body: { psbt } })).toMatchObject({
    status: 403,
  })
  const paying = await addApiKey(money.server, shop.id, ['withdrawals'])
  expect(await ask(money.server, submitByKey, { token: paying, params: { id }, body: { psbt } })).toMatchObject({
    status: 200,
    body: { state: 'sending' },
  })
  // A lost answer is repeated.
  expect(await submit(shop, id, psbt)).toMatchObject({ status: 200, body: { state: 'sending' } })
})

test('what nobody signs ends after 48 hours, and its coins are free again', async () => {
  const shop = await newShop('wpkh', 200_000n)
  const { id } = await requested(shop, '100.00')
  const { psbt } = await sign(shop, id)
  // Sessions end while the time is moved.
  const token = await addApiKey(money.server, shop.id, ['read', 'withdrawals'])
  const readByKey = () => ask(money.server, getByKey, { token, params: { id } })
  await money.pass(48 * 3600 - 60)
  await money.runSends()
  expect(await readByKey()).toMatchObject({ body: { state: 'waiting' } })
  await money.pass(120)
  expect(await ask(money.server, submitByKey, { token, params: { id }, body: { psbt } })).toMatchObject({
    status: 409,
    body: { code: 'signing-ended' },
  })
  await money.runSends()
  expect(await readByKey()).toMatchObject({
    body: { state: 'failed', problem: 'Nobody signed it within 48 hours.', psbt: null },
  })
  const { rows } = await sql`select from reserved_coins where send_id = ${id} and released_at is null`.execute(
    money.deps.db,
  )
  expect(rows).toEqual([])
})

test.each(['canceled', 'expired'])(
  'a PSBT that is broadcast after it was %s pays its withdrawal, once',
  async (end) => {
    const shop = await newShop('wpkh', 200_000n)
    const address = await money.strangersAddress()
    const { id } = await requested(shop, '100.00', address)
    const hex = await hexOf(shop, id)
    if (end === 'canceled') await ask(money.server, cancelWithdrawal, { token: shop.token, params: { id } })
    else {
      await sql`update psbts set expires_at = app_now() where send_id = ${id}`.execute(money.deps.db)
      await sql`update sends set due_at = app_now() where id = ${id}`.execute(money.deps.db)
      await money.runSends()
    }
    expect(await read(shop, id)).toMatchObject({ state: end === 'canceled' ? 'canceled' : 'failed' })
    await broadcastOutside(shop, hex)
    await money.mine(1, shop.store)
    expect(await read(shop, id)).toMatchObject({ state: 'confirmed', txid: expect.any(String), problem: null })
    await money.mine(6, shop.store)
    expect(await money.countPaid(address, 100_000n)).toBe(1)
    await money.expectCleanAudit()
  },
)

test('a PSBT that is broadcast elsewhere, without coming back, pays its withdrawal', async () => {
  const shop = await newShop('wpkh', 200_000n)
  const { id } = await requested(shop, '100.00')
  await broadcastOutside(shop, await hexOf(shop, id))
  await syncStore(money.deps, shop.store.id)
  expect(await read(shop, id)).toMatchObject({ state: 'sending' })
  await money.mine(1, shop.store)
  expect(await read(shop, id)).toMatchObject({ state: 'confirmed' })
  await money.expectCleanAudit()
})

test('a crash at any step leads to one PSBT', async () => {
  const shop = await newShop('wpkh', 200_000n, 200_000n, 200_000n)
  for (const step of ['psbt-coins-reserved', 'psbt-built', 'psbt-saved']) {
    const { id } = await crashingAt(money.deps, step, () => impatiently(() => requested(shop, '100.00')))
    await sql`update sends set due_at = app_now() where id = ${id} and not exists (
      select from psbts where send_id = id)`.execute(money.deps.db)
    await money.runSends()
    expect(await read(shop, id), step).toMatchObject({ state: 'waiting' })
    const { rows } = await sql`select from reserved_coins where send_id = ${id} and released_at is null`.execute(
      money.deps.db,
    )
    expect(rows).toHaveLength(1)
  }
})

test('a crash after the last signature was saved sends it once', async () => {
  const shop = await newShop('wpkh', 200_000n)
  const address = await money.strangersAddress()
  const { id } = await requested(shop, '100.00', address)
  const { psbt } = await sign(shop, id)
  await crashingAt(money.deps, 'psbt-signed', async () => {
    expect((await submit(shop, id, psbt)).status).toBe(500)
  })
  await money.runSends()
  expect(await read(shop, id)).toMatchObject({ state: 'sending' })
  await money.mine(1, shop.store)
  expect(await money.countPaid(address)).toBe(1)
})

/** A withdrawal that is signed, and that the network doesn't take at its fee. */
const refusedByNetwork = async (shop: OwnShop, address: string) => {
  const { id } = await requested(shop, '100.00', address)
  const hex = await hexOf(shop, id)
  // Twice its fee would be taken.
  await money.engine.control.fees({ mempoolMinimum: Math.ceil((await read(shop, id)).feeRate * 1.5) })
  await impatiently(async () => submit(shop, id, (await sign(shop, id)).psbt))
  expect(await read(shop, id)).toMatchObject({ state: 'sending', feeRefused: true })
  return { id, hex }
}
const raised = ({ token }: OwnShop, id: number) => ask(money.server, raiseFee, { token, params: { id } })
const takeFees = () => money.engine.control.fees({ mempoolMinimum: 1 })
const inputsOf = ({ inputs }: SigningRequest) => inputs.map(({ txid, index }) => `${txid}-${index}`).sort()

test('a fee that the network refuses is raised with the same coins, and one of both is paid', async () => {
  const shop = await newShop('wpkh', 150_000n, 90_000n)
  const address = await money.strangersAddress()
  const { id, hex } = await refusedByNetwork(shop, address)
  const before = await read(shop, id)
  const answers = await impatiently(() => Promise.all(Array.from({ length: 20 }, () => raised(shop, id))))
  expect([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 409)).toEqual([200])
  await money.runSends()
  const again = await read(shop, id)
  expect(again).toMatchObject({ state: 'waiting', txid: null, feeRefused: false })
  expect(again.feeRate).toBeGreaterThanOrEqual(2 * before.feeRate)
  expect(inputsOf(again)).toEqual(inputsOf(before))
  expect(again.signers.every(({ signedAt }) => signedAt === null)).toBe(true)
  await takeFees()
  expect(await submit(shop, id, (await sign(shop, id)).psbt)).toMatchObject({ status: 200 })
  await money.mine(1, shop.store)
  expect(await read(shop, id)).toMatchObject({ state: 'confirmed' })
  expect((await read(shop, id)).txid).not.toBe(before.txid)
  await expect(broadcastOutside(shop, hex)).rejects.toThrow()
  expect(await money.countPaid(address, 100_000n)).toBe(1)
  await money.expectCleanAudit()
})

test.each(['waits', 'is canceled'])(
  'the first version confirms while the one with the higher fee %s, and pays',
  async (state) => {
    const shop = await newShop('wpkh', 150_000n)
    const address = await money.strangersAddress()
    const { id, hex } = await refusedByNetwork(shop, address)
    const { txid } = await read(shop, id)
    expect(await impatiently(() => raised(shop, id))).toMatchObject({ status: 200 })
    await money.runSends()
    const again = await sign(shop, id)
    if (state === 'is canceled') {
      const answer = await ask(money.server, cancelSigningRequest, { token: shop.token, params: { id } })
      expect(answer).toMatchObject({ status: 200, body: { state: 'canceled', canStillBeSent: true } })
    }
    await takeFees()
    await broadcastOutside(shop, hex)
    await money.mine(1, shop.store)
    expect(await read(shop, id)).toMatchObject({ state: 'confirmed', txid })
    await expect(broadcastOutside(shop, again.hex ?? '')).rejects.toThrow()
    expect(await money.countPaid(address, 100_000n)).toBe(1)
    await money.expectCleanAudit()
  },
)

test('a crash while the fee is raised leads to one PSBT, and a fee that nobody refused stays', async () => {
  const shop = await newShop('wpkh', 150_000n)
  const { id } = await refusedByNetwork(shop, await money.strangersAddress())
  await crashingAt(money.deps, 'psbt-built', () => impatiently(() => raised(shop, id)))
  expect(await submit(shop, id, '70736274ff')).toMatchObject({ status: 409, body: { code: 'signing-ended' } })
  await sql`update sends set due_at = app_now() where id = ${id}`.execute(money.deps.db)
  await money.runSends()
  expect(await read(shop, id)).toMatchObject({ state: 'waiting' })
  expect(await raised(shop, id)).toMatchObject({ status: 409, body: { code: 'fee-not-refused' } })
  await takeFees()
})
