import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin } from '../../test/people.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { syncStore } from '../payments/sync-store.ts'
import { readAvailable } from './queries.available.ts'
import { resolveSend } from './resolve-send.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

const setFeeRate = async (satPerVb: number) => {
  await sql`insert into engine_checks (reachable, synced, fee_rate, checked_at) values (true, true, ${satPerVb}, app_now())
    on conflict (only_row) do update set fee_rate = excluded.fee_rate`.execute(money.deps.db)
}
/** Time passes and the worker runs as often as it would. */
const turns = async (count: number, store: { id: number }) => {
  for (let turn = 0; turn < count; turn++) {
    await money.pass(70)
    await money.runSends()
    await syncStore(money.deps, store.id)
  }
}

test('a fee bump in BTCPay’s own screen is the same payment and settles under that transaction', async () => {
  const store = await money.newStore('bumped', 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  const { txid } = (await money.engine.control.replace({ txid: send.txid ?? '', keep: true })) as { txid: string }
  expect(txid).not.toBe(send.txid)
  await turns(3, store)
  await money.mine(1, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid })
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  await money.mine(100, store)
  await money.expectCleanAudit()
})

test('an evicted transaction is broadcast again and its coins stay reserved', async () => {
  const store = await money.newStore('evicted', 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  await money.engine.control.evict({ txid: send.txid ?? '' })
  expect(await money.countPaid(address, 300_000n)).toBe(0)
  await syncStore(money.deps, store.id)
  // Its coins are in the wallet again but still reserved: only the future change may be promised.
  const fee = (await money.sendOf(send.id)).networkFeeSats ?? 0n
  expect((await readAvailable(money.deps.db, store.id)).freeSats).toBe(1_000_000n - 300_000n - fee)
  await turns(2, store)
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  await money.mine(1, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid: send.txid })
})

test('a send whose coins are spent elsewhere is held until that spend is six deep, then fails and is returned', async () => {
  const store = await money.newStore('conflict', 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  await money.engine.control.replace({ txid: send.txid ?? '' })
  await turns(2, store)
  await money.mine(1, store)
  for (let depth = 1; depth < 6; depth++) {
    await turns(1, store)
    const held = await money.sendOf(send.id)
    expect(held.finalAt, `at depth ${depth}`).toBeNull()
    expect(held.problem).toContain('another transaction')
    await money.mine(1, store)
  }
  await turns(1, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'failed' })
  expect(await money.countPaid(address, 300_000n)).toBe(0)
  expect((await readAvailable(money.deps.db, store.id)).freeSats).toBeGreaterThan(990_000n)
  await money.expectCleanAudit()
})

test('a send stuck at a low fee is bumped by a child that spends its change', async () => {
  await setFeeRate(2)
  const store = await money.newStore('stuck', 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  await setFeeRate(20)
  await money.pass(1900)
  await turns(2, store)
  const bump = await money.deps.db
    .selectFrom('sends')
    .selectAll()
    .where('bumps', '=', send.id)
    .executeTakeFirstOrThrow()
  expect(bump).toMatchObject({ kind: 'bump', problem: null, status: 'broadcast' })
  await turns(2, store)
  // One child, however often the worker checks.
  expect(await money.deps.db.selectFrom('sends').select('id').where('bumps', '=', send.id).execute()).toHaveLength(1)
  const [parent, child] = [await money.sendOf(send.id), await money.sendOf(bump.id)]
  const versions = await money.deps.db
    .selectFrom('sendVersions')
    .selectAll()
    .where('sendId', 'in', [send.id, bump.id])
    .execute()
  const vbytes = BigInt(versions.reduce((sum, version) => sum + version.vbytes, 0))
  expect(((parent.networkFeeSats ?? 0n) + (child.networkFeeSats ?? 0n)) / vbytes).toBeGreaterThanOrEqual(19n)
  await money.mine(1, store)
  expect((await money.sendOf(send.id)).status).toBe('confirmed')
  expect((await money.sendOf(bump.id)).status).toBe('confirmed')
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  // In the merchant's history it is a cost of the withdrawal, not money that left without us.
  const row = await money.deps.db
    .selectFrom('transactions')
    .selectAll()
    .where('txid', '=', child.txid)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    type: 'outgoing',
    purpose: 'withdrawal',
    description: 'Higher network fee',
    amount: fromSats(child.networkFeeSats ?? 0n),
    status: 'confirmed',
    feeSats: 0n,
    address: null,
  })
  await setFeeRate(5)
  await money.expectCleanAudit()
})

test('a transaction that nobody relays is signed again with the same coins and a higher fee', async () => {
  await setFeeRate(2)
  const store = await money.newStore('unrelayed', 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  await money.engine.control.fees({ mempoolMinimum: 10 })
  expect(await money.countPaid(address, 300_000n)).toBe(0)
  await setFeeRate(15)
  await turns(9, store)
  const again = await money.sendOf(send.id)
  expect(again.txid).not.toBe(send.txid)
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  const versions = await money.deps.db.selectFrom('sendVersions').selectAll().where('sendId', '=', send.id).execute()
  expect(versions).toHaveLength(2)
  await money.engine.control.fees({ mempoolMinimum: 1 })
  await setFeeRate(5)
  await money.mine(1, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid: again.txid })
  await money.expectCleanAudit()
})

test.each([1, 3, 6])('after a reorganization of depth %i a send is pending and settles again', async (depth) => {
  const store = await money.newStore(`reorg-${depth}`, 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  await money.mine(depth, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', confirmations: depth })
  await money.engine.control.reorg({ depth, empty: true })
  await syncStore(money.deps, store.id)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'broadcast', confirmations: 0, finalAt: null })
  await turns(2, store)
  await money.mine(1, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', confirmations: 1 })
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  await money.expectCleanAudit()
})

test('a send whose coins were spent outside before signing fails permanently, and nothing is held', async () => {
  const store = await money.newStore('spent-outside', 1_000_000n)
  const [address, elsewhere] = [await money.strangersAddress(), await money.strangersAddress()]
  const client = money.deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const signed = await client.wallet.signTransaction(store.storeId, {
    destinations: [{ destination: elsewhere, amount: '0.00900000' }],
    feeRate: 5,
  })
  if (signed.kind !== 'ok') throw new Error('not signed')
  await client.wallet.broadcast(store.storeId, signed.value)
  // Our mirror does not know it yet.
  const send = await withdrawFrom(money.deps, store, address, '600.00')
  expect(send).toMatchObject({ status: 'failed', problem: 'The wallet doesn’t have enough for this payment.' })
  await syncStore(money.deps, store.id)
  expect((await readAvailable(money.deps.db, store.id)).heldSats).toBe(0n)
})

test('without an explorer an operator resolves a send, and the wallet must agree', async () => {
  const store = await money.newStore('operator', 1_000_000n)
  const address = await money.strangersAddress()
  const admin = { ...(await addAdmin(money.server)), twoFactorEnabled: false } as never
  const source = { address: '127.0.0.1', device: 'test' }
  const { esploraUrl } = money.deps.engine
  money.deps.engine.esploraUrl = undefined
  try {
    const send = await withdrawFrom(money.deps, store, address, '300.00')
    const resolve = (txid: string, outcome: 'paid' | 'lost') =>
      resolveSend(money.deps, admin, { id: send.id, txid, outcome }, source)
    const refusal = (message: string) => ({ code: 'send-not-resolvable', message: expect.stringContaining(message) })
    await expect(resolve('a'.repeat(64), 'lost')).rejects.toMatchObject(refusal('which may still confirm'))
    const { txid } = (await money.engine.control.replace({ txid: send.txid ?? '' })) as { txid: string }
    await expect(resolve('a'.repeat(64), 'lost')).rejects.toMatchObject(
      refusal('That transaction isn’t in the wallet.'),
    )
    await money.mine(1, store)
    await expect(resolve(txid, 'lost')).rejects.toMatchObject(refusal('fewer than 6 confirmations'))
    await expect(resolve(txid, 'paid')).rejects.toMatchObject(refusal('paid less'))
    await turns(2, store)
    expect((await money.sendOf(send.id)).finalAt).toBeNull()
    await money.mine(5, store)
    await resolve(txid, 'lost')
    expect(await money.sendOf(send.id)).toMatchObject({ status: 'failed' })
    expect((await readAvailable(money.deps.db, store.id)).freeSats).toBeGreaterThan(990_000n)
    await expect(resolve(txid, 'lost')).rejects.toMatchObject(refusal('Only a payment'))
  } finally {
    money.deps.engine.esploraUrl = esploraUrl
  }
  await money.expectCleanAudit()
})
