import { getBalance, getWallet } from '@bitquay/contract/balances'
import {
  cancelOwnKeysChange,
  connectOwnWallet,
  getOwnKeys,
  leaveOwnWallet,
  lookAhead,
  type OwnKeys,
  readOwnWallet,
} from '@bitquay/contract/own-keys'
import { sendFormerWallet } from '@bitquay/contract/withdrawals'
import { HDKey } from '@scure/bip32'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { crashingAt } from '../../test/crash-at.ts'
import { makeInvoice } from '../../test/make-invoice.ts'
import { type Money, startMoney } from '../../test/money.ts'
import {
  type Answered,
  addMerchantUser,
  ask,
  codeOf,
  enableTwoFactor,
  forgetCodes,
  signInAs,
} from '../../test/people.ts'
import { openShop } from '../../test/shops.ts'
import { findMerchantsWithUncollectedFees } from '../fee-collection/queries.ts'
import { findDebtors, sweepFees } from '../fee-collection/sweep-fees.ts'
import { findAttention } from '../merchants/queries.attention.ts'
import { readMerchant } from '../merchants/queries.ts'
import { syncStore } from '../payments/sync-store.ts'
import { addressAt, descriptorOf, firstAddresses, type OwnWallet, versionsOf } from '../platform/bitcoin/own-wallet.ts'
import { freshPlatformAddress } from '../stores/index.ts'
import { finishMove, leaveDoneStores } from '../stores/move-store.ts'
import { findNextStores } from '../stores/queries.moves.ts'
import { findStore, findStoreById, openStore, type ReadyStore } from '../stores/table.ts'
import { applyChange } from './apply-change.ts'
import { findDueOwnKeysChanges } from './table.ts'
import { applyOwnKeys } from './worker.ts'

let money: Money

beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

type Shop = Awaited<ReturnType<typeof openShop>>

let shops = 0
const newShop = (...coins: bigint[]) => openShop(money, `own-keys-${++shops}`, ...coins)

let seeds = 0
/** A wallet whose keys nobody here has. */
const newWallet = (script: OwnWallet['script'] = 'wpkh'): OwnWallet => {
  const master = HDKey.fromMasterSeed(Buffer.alloc(32, ++seeds), versionsOf('regtest'))
  const path = "7'/1'/0'"
  return {
    script,
    required: 1,
    keys: [
      {
        xpub: master.derive(`m/${path}`).publicExtendedKey,
        fingerprint: master.fingerprint.toString(16).padStart(8, '0'),
        path,
      },
    ],
  }
}

const codes = async ({ owner, secret }: Pick<Shop, 'owner' | 'secret'>) => {
  await forgetCodes(money.server, owner)
  return { twoFactorToken: codeOf(secret) }
}
const connect = async (shop: Shop, wallet: OwnWallet, more: object = {}) =>
  ask(money.server, connectOwnWallet, {
    token: shop.token,
    body: {
      text: descriptorOf(wallet),
      addresses: firstAddresses(wallet, 'regtest'),
      ...(await codes(shop)),
      ...more,
    },
  })
const stateOf = async ({ token }: Shop): Promise<OwnKeys> =>
  (await ask(money.server, getOwnKeys, { token })).body as unknown as OwnKeys

/** One run of both workers that make a change. */
const runWorkers = async () => {
  const { deps } = money
  for (const change of await findDueOwnKeysChanges(deps.db, 100)) await applyChange(deps, change)
  for (const next of await findNextStores(deps.db, 'platform', 100)) await finishMove(deps, next)
  for (const change of await findDueOwnKeysChanges(deps.db, 100)) await applyChange(deps, change)
}
const day = 24 * 3600
/** The wait of every change is over, without a day in which everybody is signed out. */
const becomeDue = () =>
  sql`update own_keys_changes set due_at = app_now() where status = 'waiting'`.execute(money.deps.db)
const storeOf = async ({ id }: Shop): Promise<ReadyStore> => {
  const store = openStore(await findStore(money.deps.db, id), money.deps.sealer)
  if (!store) throw new Error('no store')
  return store
}
const connectNow = async (shop: Shop, wallet = newWallet()) => {
  expect(await connect(shop, wallet)).toMatchObject({ status: 200 })
  await becomeDue()
  await runWorkers()
  const store = await storeOf(shop)
  expect(store.ownWallet).toEqual(wallet)
  return store
}
const emailsTo = async (address: string) =>
  (
    await money.deps.db
      .selectFrom('mailOutbox')
      .select('subject')
      .where('recipient', '=', address)
      .orderBy('id')
      .execute()
  )
    .map(({ subject }) => subject)
    .filter((subject) => /wallet/i.test(subject))
const pay = async (store: ReadyStore, address: string, amountBtc: string) => {
  await money.engine.control.faucet({ address, amountBtc })
  await money.mine(1, store)
}

const refused = {
  status: 409,
  body: { code: 'own-keys', message: 'Only you hold the keys of this wallet. Send this from your wallet app.' },
}

test('a wallet is read without saving anything, and what it lacks is named', async () => {
  const shop = await newShop()
  const wallet = newWallet()
  const read = (body: object) => ask(money.server, readOwnWallet, { token: shop.token, body })
  expect(await read({ text: wallet.keys[0]?.xpub })).toMatchObject({
    status: 200,
    body: { wallet: null, missing: ['script', 'fingerprint', 'path'] },
  })
  expect(
    await read({
      text: wallet.keys[0]?.xpub,
      script: 'wpkh',
      fingerprint: wallet.keys[0]?.fingerprint,
      path: 'm/7h/1h/0h',
    }),
  ).toMatchObject({
    body: { wallet: { descriptor: descriptorOf(wallet), addresses: firstAddresses(wallet, 'regtest') }, missing: [] },
  })
  expect(await read({ text: `${'zoo '.repeat(11)}wrong` })).toMatchObject({
    status: 422,
    body: { code: 'own-keys-unreadable', message: expect.stringContaining('recovery phrase') },
  })
  expect((await sql`select from wallet_keys where store_ref is null`.execute(money.deps.db)).rows).toEqual([])
})

test('a wallet is used after a day, gets invoices, and the old one stays watched', async () => {
  const { deps } = money
  const shop = await newShop(400_000n)
  const old = await makeInvoice(deps, shop.id, '50.00')
  const wallet = newWallet()
  expect(await connect(shop, wallet)).toMatchObject({
    status: 200,
    body: {
      holder: 'platform',
      change: { kind: 'connect', status: 'waiting', addresses: firstAddresses(wallet, 'regtest') },
    },
  })
  await money.pass(day - 60)
  await runWorkers()
  expect(await storeOf(shop)).toMatchObject({ id: shop.store.id })
  await money.pass(60)
  await runWorkers()
  shop.token = await signInAs(money.server, shop.owner, await codes(shop))
  const store = await storeOf(shop)
  expect(store).toMatchObject({ engineId: 1, replaces: shop.store.id, ownWallet: wallet, recoveryWords: null })
  expect(await findStoreById(deps.db, shop.store.id)).toMatchObject({ standing: 'former', status: 'ready' })
  expect(await stateOf(shop)).toMatchObject({
    holder: 'merchant',
    wallet: { script: 'wpkh', descriptor: descriptorOf(wallet) },
    change: null,
    receiving: { next: 0, lastPaid: null, unpaid: 0 },
  })
  expect(await emailsTo(shop.owner.email)).toEqual(['Your wallet will change', 'Your wallet has changed'])
  expect(await readMerchant(deps.db, shop.id)).toMatchObject({ holder: 'merchant' })

  // A new invoice is paid into the wallet that we derived ourselves, and the old one into the old wallet.
  const first = await makeInvoice(deps, shop.id, '20.00')
  expect(first.bitcoinAddress).toBe(addressAt(wallet, 'regtest', 0))
  await pay(store, first.bitcoinAddress ?? '', '0.00020000')
  await money.engine.control.faucet({ address: old.bitcoinAddress ?? '', amountBtc: '0.00050000' })
  await money.mine(1, store, shop.store)
  const { rows } = await sql<{ invoiceId: string; booked: boolean }>`
    select invoice_id, booked from transactions where merchant_id = ${shop.id} and invoice_id is not null order by id`.execute(
    deps.db,
  )
  expect(rows).toEqual([
    { invoiceId: first.invoiceId, booked: true },
    { invoiceId: old.invoiceId, booked: true },
  ])
  expect(await ask(money.server, getWallet, { token: shop.token })).toMatchObject({
    body: { btc: '0.00020000', recoveryWords: 'elsewhere', former: [{ id: shop.store.id }] },
  })
  // Coins of the old wallet move only by a send that the owner approves, into the new wallet.
  const sent = await ask(money.server, sendFormerWallet, {
    token: shop.token,
    params: { id: shop.store.id },
    body: await codes(shop),
  })
  expect(sent.status).toBeLessThan(300)
  await money.runSends()
  await money.mine(1, store, shop.store)
  expect(Number((await ask(money.server, getBalance, { token: shop.token })).body.btc)).toBeGreaterThan(0.004)
  await money.expectCleanAudit()
})

test('nothing is swept from such a wallet, and fees stay owed', async () => {
  const { deps, server } = money
  const shop = await newShop()
  const store = await connectNow(shop)
  const invoice = await makeInvoice(deps, shop.id, '500.00')
  await pay(store, invoice.bitcoinAddress ?? '', '0.00500000')
  const { token } = shop
  expect((await ask(server, getBalance, { token })).body).toMatchObject({
    btc: '0.00500000',
    feesOwedBtc: expect.not.stringMatching(/^0\.0+$/),
  })

  // Fees can't be collected and aren't forgotten.
  const platformAddress = (await freshPlatformAddress(deps)) ?? ''
  expect(await sweepFees(deps, shop.id, platformAddress)).toBeUndefined()
  expect((await findDebtors(deps.db, 1n, 1000)).map(({ merchantId }) => merchantId)).not.toContain(shop.id)
  expect((await findMerchantsWithUncollectedFees(deps.db, 1000)).map(({ merchantId }) => merchantId)).not.toContain(
    shop.id,
  )
  expect(await findAttention(deps.db, 1n)).toContainEqual({
    merchantId: shop.id,
    reason: 'fees-not-covered',
    detail: null,
  })
  const { rows } = await sql`select from fee_transactions where merchant_id = ${shop.id} and processed`.execute(deps.db)
  expect(rows).toEqual([])
  await money.expectCleanAudit()
})

test('it needs the owner, a code, the right addresses and an unused account', async () => {
  const { server } = money
  const shop = await newShop()
  const wallet = newWallet()
  expect(await connect(shop, wallet, { twoFactorToken: '000000' })).toMatchObject({
    status: 400,
    body: { code: 'invalid-verification-code' },
  })
  expect(await connect(shop, wallet, { addresses: firstAddresses(newWallet(), 'regtest') })).toMatchObject({
    status: 409,
    body: { code: 'own-keys-refused', message: expect.stringContaining('aren’t the addresses') },
  })
  expect(await connect(shop, wallet, { text: wallet.keys[0]?.xpub })).toMatchObject({ status: 422 })
  const used = newWallet()
  await money.engine.control.faucet({ address: addressAt(used, 'regtest', 19), amountBtc: '0.00010000' })
  expect(await connect(shop, used)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('used before') },
  })
  expect(await connect(shop, used, { isUnused: true })).toMatchObject({ status: 409 })
  const { deps } = money
  const { esploraUrl } = deps.engine
  deps.engine.esploraUrl = undefined
  expect(await connect(shop, wallet)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Confirm that it’s new') },
  })
  expect(await connect(shop, wallet, { isUnused: true })).toMatchObject({ status: 200 })
  deps.engine.esploraUrl = esploraUrl
  expect(await connect(shop, newWallet())).toMatchObject({ status: 409, body: { code: 'change-open' } })
  expect((await ask(server, leaveOwnWallet, { token: shop.token, body: await codes(shop) })).status).toBe(409)
})

test('a key has one store, whoever asks, in whichever spelling', async () => {
  const { deps } = money
  const [shop, other] = [await newShop(), await newShop()]
  const wallet = newWallet()
  const taken = {
    status: 409,
    body: { code: 'key-refused', message: 'This key can’t be used here. Add a new account in your wallet.' },
  }
  expect(await connect(shop, wallet)).toMatchObject({ status: 200 })
  // It is taken from the first request on, for every type of wallet and as a cosigner.
  expect(await connect(other, wallet)).toMatchObject(taken)
  expect(await connect(other, { ...wallet, script: 'tr' })).toMatchObject(taken)
  const [key] = wallet.keys
  const [mine] = newWallet().keys
  if (!key || !mine) throw new Error('no key')
  const shared: OwnWallet = { script: 'wsh-sortedmulti', required: 1, keys: [mine, key] }
  expect(await connect(other, shared)).toMatchObject(taken)
  // Nothing of a refused wallet is kept.
  expect(await connect(other, { script: 'wpkh', required: 1, keys: [mine] })).toMatchObject({ status: 200 })
  expect(await ask(money.server, cancelOwnKeysChange, { token: shop.token, body: {} })).toMatchObject({
    status: 200,
    body: { change: null },
  })
  const third = await newShop()
  expect(await connect(third, wallet)).toMatchObject({ status: 200 })

  // The wallet that the platform's payment server signs for has a key too.
  const { accountDerivation } = await engineConfigOf(other.store)
  const hot: OwnWallet = {
    script: 'wpkh',
    required: 1,
    keys: [{ xpub: accountDerivation, fingerprint: 'aaaaaaaa', path: "84'/1'/0'" }],
  }
  const fourth = await newShop()
  expect(await connect(fourth, hot)).toMatchObject(taken)
  await sql`delete from wallet_keys where store_ref = ${other.store.id}`.execute(deps.db)
  await makeInvoice(deps, other.id, '5.00')
  await money.fund(other.store, 10_000n)
  expect(await connect(fourth, hot)).toMatchObject(taken)
})

const engineConfigOf = async ({ storeId }: ReadyStore) => {
  const answer = await money.deps.engines.of(1).paymentMethods.get(storeId, 'BTC-CHAIN', { includeConfig: true })
  if (answer.kind !== 'ok') throw new Error('no config')
  return answer.value.config as { accountDerivation: string; isHotWallet: boolean }
}

test('of two owners at once one gets the key, and of many requests one is accepted', async () => {
  const [shop, other] = [await newShop(), await newShop()]
  const wallet = newWallet()
  const both = await Promise.all([connect(shop, wallet), connect(other, wallet)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const third = await newShop()
  const bodies = Array.from({ length: 5 }, newWallet)
  const answers: Answered[] = await Promise.all(bodies.map((each) => connect(third, each)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const { rows } = await sql`select from wallet_keys where merchant_id = ${third.id} and store_ref is null`.execute(
    money.deps.db,
  )
  expect(rows).toHaveLength(1)
})

test('every owner is told and can cancel, also an admin of the store', async () => {
  const { server } = money
  const shop = await newShop()
  const admin = await addMerchantUser(server, shop.id, 'admin')
  const adminToken = await signInAs(server, admin)
  const user = await addMerchantUser(server, shop.id)
  const userToken = await signInAs(server, user)
  await enableTwoFactor(server, admin, adminToken)
  expect(await connect(shop, newWallet())).toMatchObject({ status: 200 })
  expect(await emailsTo(admin.email)).toEqual(['Your wallet will change'])
  expect((await ask(server, cancelOwnKeysChange, { token: userToken, body: {} })).status).toBe(403)
  expect(await ask(server, cancelOwnKeysChange, { token: adminToken, body: {} })).toMatchObject({ status: 200 })
  expect((await ask(server, cancelOwnKeysChange, { token: adminToken, body: {} })).status).toBe(404)
  await becomeDue()
  await runWorkers()
  expect(await storeOf(shop)).toMatchObject({ id: shop.store.id })
  expect(await emailsTo(shop.owner.email)).toEqual(['Your wallet will change', 'Your wallet stays as it is'])
})

test('leaving gives a new wallet, and the same key opens its former store again', async () => {
  const { deps, server } = money
  const shop = await newShop()
  const wallet = newWallet()
  const own = await connectNow(shop, wallet)
  expect(await connect(shop, wallet)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('already') },
  })
  await pay(own, addressAt(wallet, 'regtest', 0), '0.00070000')
  expect((await ask(server, leaveOwnWallet, { token: shop.token, body: await codes(shop) })).status).toBe(200)
  await becomeDue()
  await runWorkers()
  const hot = await storeOf(shop)
  expect(hot).toMatchObject({ ownWallet: null, engineId: 1 })
  expect(hot.id).not.toBe(shop.store.id)
  expect(await stateOf(shop)).toMatchObject({ holder: 'platform', change: null })
  // Nobody but its owner can send the coins of the wallet that was left.
  expect(
    await ask(server, sendFormerWallet, { token: shop.token, params: { id: own.id }, body: await codes(shop) }),
  ).toMatchObject(refused)

  // With another type of wallet the key would have a second store.
  expect(await connect(shop, { ...wallet, script: 'pkh' })).toMatchObject({ body: { code: 'key-refused' } })
  expect(await connect(await newShop(), wallet)).toMatchObject({ body: { code: 'key-refused' } })
  expect(await connectNow(shop, wallet)).toMatchObject({ id: own.id, standing: 'current' })
  expect((await ask(server, getWallet, { token: shop.token })).body).toMatchObject({ btc: '0.00070000' })
  expect((await findStoreById(deps.db, hot.id))?.standing).toBe('former')

  // Also after nobody watched it anymore.
  expect((await ask(server, leaveOwnWallet, { token: shop.token, body: await codes(shop) })).status).toBe(200)
  await becomeDue()
  await runWorkers()
  await sql`update stores set status = 'left', left_at = app_now() where id = ${own.id}`.execute(deps.db)
  expect(await connectNow(shop, wallet)).toMatchObject({ id: own.id, status: 'ready', leftAt: null })
  await leaveDoneStores(deps)
  const { rows } = await sql`select from wallet_keys where merchant_id = ${shop.id} and store_ref = ${own.id}`.execute(
    deps.db,
  )
  expect(rows).toHaveLength(1)
})

test.each(['change-due', 'change-begun', 'wallet-watched', 'key-created', 'move-ready'])(
  'after a crash at %s the change goes on, with one store',
  async (step) => {
    const { deps } = money
    const shop = await newShop()
    const wallet = newWallet()
    expect((await connect(shop, wallet)).status).toBe(200)
    await becomeDue()
    await crashingAt(deps, step, () => expect(runWorkers()).rejects.toThrow('crash'))
    for (let run = 0; run < 3; run++) await runWorkers()
    const store = await storeOf(shop)
    expect(store.ownWallet).toEqual(wallet)
    expect(await engineConfigOf(store)).toMatchObject({ isHotWallet: false })
    const { rows } = await sql`select from stores where merchant_id = ${shop.id}`.execute(deps.db)
    expect(rows).toHaveLength(2)
    expect(await emailsTo(shop.owner.email)).toEqual(['Your wallet will change', 'Your wallet has changed'])
  },
)

test('a payment server that watches something else is never used', async () => {
  const { deps } = money
  const { engines } = deps
  const hostile: Record<string, (config: { accountDerivation: string }) => object> = {
    'a hot wallet': (config) => ({ ...config, isHotWallet: true }),
    'another scheme': (config) => ({ ...config, accountDerivation: `${newWallet().keys[0]?.xpub}` }),
    'no flag': ({ accountDerivation }) => ({ accountDerivation }),
  }
  for (const [name, change] of Object.entries(hostile)) {
    const shop = await newShop()
    expect((await connect(shop, newWallet())).status).toBe(200)
    await becomeDue()
    deps.engines = {
      ...engines,
      of: (id) => {
        const client = engines.of(id)
        const getOnChain: typeof client.paymentMethods.getOnChain = async (...asked) => {
          const answer = await client.paymentMethods.getOnChain(...asked)
          return answer.kind === 'ok'
            ? { ...answer, value: { ...answer.value, config: change(answer.value.config) as never } }
            : answer
        }
        return { ...client, paymentMethods: { ...client.paymentMethods, getOnChain } }
      },
    }
    await expect(runWorkers(), name).rejects.toThrow('watches another wallet')
    expect(await storeOf(shop), name).toMatchObject({ id: shop.store.id })
    // The same for addresses.
    deps.engines = {
      ...engines,
      of: (id) => {
        const client = engines.of(id)
        const preview: typeof client.wallet.preview = (storeId, query) =>
          client.wallet.preview(storeId, { ...query, offset: query.offset + 1 })
        return { ...client, wallet: { ...client.wallet, preview } }
      },
    }
    await expect(runWorkers(), name).rejects.toThrow('watches another wallet')
    deps.engines = engines
    await runWorkers()
    expect((await storeOf(shop)).ownWallet, name).not.toBeNull()
  }
})

test('the numbers of addresses follow what was handed out and paid, and the explorer finds the rest', async () => {
  const { deps, server } = money
  const shop = await newShop()
  const wallet = newWallet()
  const store = await connectNow(shop, wallet)
  const worker = applyOwnKeys(deps)
  // The wallets of the other tests come first.
  while (await worker.run(new AbortController().signal));
  const invoices = []
  for (let each = 0; each < 4; each++) invoices.push(await makeInvoice(deps, shop.id, '5.00'))
  await pay(store, invoices[1]?.bitcoinAddress ?? '', '0.00005000')
  await syncStore(deps, store.id)
  expect((await stateOf(shop)).receiving).toEqual({ next: 4, lastPaid: 1, unpaid: 2 })
  await money.engine.control.faucet({ address: addressAt(wallet, 'regtest', 60), amountBtc: '0.00030000' })
  expect(await ask(server, lookAhead, { token: shop.token, body: {} })).toMatchObject({
    status: 200,
    body: { first: 2, last: 101, found: [{ number: 60, address: addressAt(wallet, 'regtest', 60), transactions: 1 }] },
  })
})

test('a closed account ends a change that waits', async () => {
  const { deps } = money
  const shop = await newShop()
  expect((await connect(shop, newWallet())).status).toBe(200)
  await sql`update merchants set closing_since = app_now() where id = ${shop.id}`.execute(deps.db)
  await becomeDue()
  await runWorkers()
  expect(await storeOf(shop)).toMatchObject({ id: shop.store.id })
  const { rows } = await sql`select status from own_keys_changes where merchant_id = ${shop.id}`.execute(deps.db)
  expect(rows).toEqual([{ status: 'canceled' }])
})

// The last test of this file: a restore signs everybody out and pauses what leaves.
test('a restore cancels a change that waits, and its key can be connected again', async () => {
  const { db } = money.deps
  const shop = await newShop()
  expect((await connect(shop, newWallet())).status).toBe(200)
  await sql`select open_restore(app_now() - interval '1 hour', sha256('code'))`.execute(db)
  const { rows } = await sql`select status from own_keys_changes where merchant_id = ${shop.id}`.execute(db)
  expect(rows).toEqual([{ status: 'canceled' }])
  expect(
    (await sql`select from wallet_keys where merchant_id = ${shop.id} and store_ref is null`.execute(db)).rows,
  ).toEqual([])
})
