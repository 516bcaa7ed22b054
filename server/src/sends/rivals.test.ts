import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unwrap } from '@bitquay/btcpay'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { addAdmin, addPartner } from '../../test/people.ts'
import { withdrawEarningsOf, withdrawFrom } from '../../test/withdrawals.ts'
import { syncStore } from '../payments/sync-store.ts'
import { endSend } from './end-send.ts'
import { resolveSend } from './resolve-send.ts'
import { findReserved, findVersions, type Send } from './table.ts'

let money: Money
let explorer: Server
let explorerTells = true
beforeAll(async () => {
  money = await startMoney()
  money.deps.broadcastPatienceMs = 20_000
  await money.fund(money.platform, 10_000_000n, 10_000_000n, 10_000_000n)
  const { esploraUrl } = money.deps.engine
  // An explorer that reports who spent a coin, and returns the transaction itself only when the test allows it.
  const answer = async (path: string): Promise<{ status: number; body: string }> => {
    if (!path.includes('/outspend/') && !explorerTells) return { status: 503, body: '' }
    const fetched = await fetch(`${esploraUrl}${path}`)
    return { status: fetched.status, body: await fetched.text() }
  }
  explorer = createServer((request, response) => {
    void answer(request.url ?? '').then(({ status, body }) => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => explorer.listen(0, '127.0.0.1', resolve))
  money.deps.engine.esploraUrl = `http://127.0.0.1:${(explorer.address() as AddressInfo).port}`
})
afterAll(async () => {
  explorer.closeAllConnections()
  explorer.close()
  await money.close()
})

const source = { address: '127.0.0.1', device: 'test' }
/** A partner who earned this amount from the platform's money and withdraws most of it. */
const payPartner = async (earnedSats: bigint, usd: string) => {
  // What a test before took from the platform's wallet was explained by an admin.
  await money.explainSpendings()
  const partner = { ...(await addPartner(money.server, '0.50')), kind: 'partner' as const }
  await money.grantEarnings(partner.id, earnedSats)
  const address = await money.strangersAddress()
  const send = await withdrawEarningsOf(money.deps, partner, address, usd)
  const balances = async () => {
    const all = await money.balances()
    return [all[`partner:${partner.id}:earned`] ?? 0n, all[`partner:${partner.id}:payout-hold`] ?? 0n]
  }
  return { send, address, balances }
}
const replace = async (txid: string | null, keep: boolean) =>
  ((await money.engine.control.replace({ txid: txid ?? '', keep })) as { txid: string }).txid
const turns = async (count: number, store: { id: number }) => {
  for (let turn = 0; turn < count; turn++) {
    await money.pass(700)
    await money.runSends()
    await syncStore(money.deps, store.id)
  }
}

test('a send is held while nobody knows whom the conflicting transaction pays, and then that one was the payment', async () => {
  const store = await money.newStore('unknown-rival', 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  const txid = await replace(send.txid, true)
  explorerTells = false
  await money.mine(7, store)
  await turns(3, store)
  const held = await money.sendOf(send.id)
  expect(held).toMatchObject({ finalAt: null, problem: expect.stringContaining('it isn’t known whom it pays') })
  explorerTells = true
  await turns(2, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid, problem: null })
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  await money.expectCleanAudit()
})

test('a bump of a payment to an address in capitals is that payment, and capitals do not hide one’s own address', async () => {
  const store = await money.newStore('capitals', 1_000_000n, 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address.toUpperCase(), '300.00')
  const txid = await replace(send.txid, true)
  await money.mine(7, store)
  await turns(2, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid })
  const own = await money.deps.db.selectFrom('storeCoins').selectAll().where('storeRef', '=', store.id).execute()
  await expect(withdrawFrom(money.deps, store, String(own[0]?.address).toUpperCase(), '20.00')).rejects.toMatchObject({
    code: 'invalid-address',
  })
})

test('after a manual bump is gone from every mempool, our own bytes are broadcast again', async () => {
  const store = await money.newStore('gone-bump', 1_000_000n)
  const address = await money.strangersAddress()
  const send = await withdrawFrom(money.deps, store, address, '300.00')
  const txid = await replace(send.txid, true)
  await turns(2, store)
  const versions = await money.deps.db.selectFrom('sendVersions').select('txid').where('sendId', '=', send.id).execute()
  expect(versions.map((version) => version.txid)).toContain(txid)
  await money.engine.control.evict({ txid })
  expect(await money.countPaid(address, 300_000n)).toBe(0)
  await turns(2, store)
  await money.mine(1, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid: send.txid })
  expect(await money.countPaid(address, 300_000n)).toBe(1)
  await money.expectCleanAudit()
})

test('a confirmed send replaced after a reorganization is unbooked, and its held money is returned once', async () => {
  const { send, address, balances } = await payPartner(500_000n, '300.00')
  // Another hold of the same partner would hide money that is returned twice.
  await money.mine(1, money.platform)
  expect([(await money.sendOf(send.id)).status, ...(await balances())]).toEqual(['confirmed', 200_000n, 0n])
  await money.engine.control.reorg({ depth: 1, empty: true })
  await replace(send.txid, false)
  await money.mine(7)
  await turns(2, money.platform)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'failed', transferId: null })
  expect(await balances()).toEqual([500_000n, 0n])
  expect(await money.countPaid(address, 300_000n)).toBe(0)
  await money.expectCleanAudit()
})

test('a payout that the operator bumps in BTCPay’s own screen is booked once and not as capital too', async () => {
  for (const blocks of [0, 1]) {
    const { send, address, balances } = await payPartner(500_000n, '300.00')
    const txid = await replace(send.txid, true)
    // Without a block the wallet shows it before it is recognized. With a block it is booked as capital first.
    if (blocks > 0) await money.engine.control.mine({ blocks })
    await syncStore(money.deps, money.platform.id)
    await turns(2, money.platform)
    await money.mine(1, money.platform)
    expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid })
    expect(await balances()).toEqual([200_000n, 0n])
    // The partner gets the amount of the first version. The operator's bump is the platform's own cost.
    expect(await money.countPaid(address, 300_000n - (send.networkFeeSats ?? 0n))).toBe(1)
    await money.expectCleanAudit()
  }
})

/** Whoever has the keys of the platform's wallet spends the payout's coins again, with the fee deducted from it. */
const payAgainAt = async (feeRate: number, send: Send) => {
  const { storeId, serverUrl, openedKey } = money.platform
  const coins = await findReserved(money.deps.db, send.id)
  await money.engine.control.evict({ txid: send.txid ?? '' })
  const { wallet } = money.deps.engines.at({ serverUrl, apiKey: openedKey })
  const raw = unwrap(
    await wallet.signTransaction(storeId, {
      destinations: [{ destination: send.address, amount: fromSats(send.amountSats), subtractFromAmount: true }],
      feeRate,
      selectedInputs: coins.map(({ outpoint }) => outpoint),
    }),
  )
  return unwrap(await wallet.broadcast(storeId, raw)).transactionHash
}

test('a payout replaced at a fee within the limit is paid, and at an absurd fee it waits for an operator', async () => {
  const cheap = await payPartner(500_000n, '300.00')
  const paidBy = await payAgainAt(100, cheap.send)
  await money.mine(1)
  await turns(2, money.platform)
  expect(await money.sendOf(cheap.send.id)).toMatchObject({ status: 'confirmed', txid: paidBy })
  expect(await cheap.balances()).toEqual([200_000n, 0n])

  const absurd = await payPartner(500_000n, '300.00')
  const txid = await payAgainAt(500, absurd.send)
  await money.mine(7)
  await turns(3, money.platform)
  expect(await money.sendOf(absurd.send.id)).toMatchObject({
    status: 'broadcast',
    problem: expect.stringContaining('pays its recipient another amount'),
  })
  expect(await absurd.balances()).toEqual([200_000n, 300_000n])
  await money.expectCleanAudit()
  const admin = { ...(await addAdmin(money.server)), twoFactorEnabled: false } as never
  await resolveSend(money.deps, admin, { id: absurd.send.id, txid, outcome: 'lost' }, source)
  expect(await absurd.balances()).toEqual([500_000n, 0n])
  await money.expectCleanAudit()
})

test('a payout that nobody relays is not signed again at a fee that takes too much of it', async () => {
  const { send, balances } = await payPartner(500_000n, '300.00')
  await money.engine.control.fees({ mempoolMinimum: 400 })
  const setFeeRate = (rate: number) =>
    sql`insert into engine_checks (reachable, synced, fee_rate, checked_at) values (true, true, ${rate}, app_now())
      on conflict (only_row) do update set fee_rate = ${rate}`.execute(money.deps.db)
  await setFeeRate(500)
  await turns(9, money.platform)
  expect(await findVersions(money.deps.db, send.id)).toHaveLength(1)
  expect(await money.sendOf(send.id)).toMatchObject({ problem: expect.stringContaining('too much of its amount') })
  expect(await balances()).toEqual([200_000n, 300_000n])
  await setFeeRate(5)
  await money.engine.control.fees({ mempoolMinimum: 1 })
  await turns(2, money.platform)
  await money.mine(1, money.platform)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', txid: send.txid })
})

test('of two simultaneous operator decisions one counts, and a decision after the chain’s is refused', async () => {
  const store = await money.newStore('two-operators', 1_000_000n)
  const admin = { ...(await addAdmin(money.server)), twoFactorEnabled: false } as never
  const { esploraUrl } = money.deps.engine
  money.deps.engine.esploraUrl = undefined
  try {
    const unrelated = await money.newStore('unrelated', 1_000_000n)
    const other = await withdrawFrom(money.deps, unrelated, await money.strangersAddress(), '20')
    const send = await withdrawFrom(money.deps, store, await money.strangersAddress(), '300.00')
    const txid = await replace(send.txid, true)
    await money.mine(6, store)
    const resolve = (outcome: 'paid' | 'lost', named = txid) =>
      resolveSend(money.deps, admin, { id: send.id, txid: named, outcome }, source).then(
        () => 'done',
        (error: { code?: string }) => error.code ?? 'crash',
      )
    // A transaction of another payment of ours pays only that one.
    expect(await resolve('lost', other.txid ?? '')).toBe('send-not-resolvable')
    const outcomes = await Promise.all([resolve('paid'), resolve('paid'), resolve('lost'), resolve('lost')])
    expect(outcomes.filter((outcome) => outcome === 'crash')).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  } finally {
    money.deps.engine.esploraUrl = esploraUrl
  }
  // A send that was read before its first confirmation is not ended after it.
  const late = await withdrawFrom(
    money.deps,
    await money.newStore('confirmed-since', 1_000_000n),
    await money.strangersAddress(),
    '9',
  )
  await money.mine(1, { id: late.storeRef })
  expect(await endSend(money.deps, late, 'failed', 'too late')).toBe(false)
  expect(await money.sendOf(late.id)).toMatchObject({ status: 'confirmed', finalAt: null })
  await money.expectCleanAudit()
})

test('capital that disappears from the wallet and comes back is in the ledger as often as in the wallet', async () => {
  const address = await money.addressOf(money.platform)
  const { txid } = (await money.engine.control.faucet({ address, amountBtc: '0.01000000' })) as { txid: string }
  await money.mine(1, money.platform)
  const capital = async () => (await money.balances())['platform:0:capital']
  const before = (await capital()) ?? 0n
  for (const _ of [1, 2]) {
    await money.engine.control.reorg({ depth: 1, empty: true })
    const { engines } = money.deps
    const { at } = engines
    // A wallet that is being rescanned shows nothing that is not deep.
    engines.at = (connection) => {
      const client = at(connection)
      const listTransactions: typeof client.wallet.listTransactions = async (...args) => {
        const listed = await client.wallet.listTransactions(...args)
        return listed.kind === 'ok'
          ? { ...listed, value: listed.value.filter(({ transactionHash }) => transactionHash !== txid) }
          : listed
      }
      return { ...client, wallet: { ...client.wallet, listTransactions } }
    }
    try {
      await syncStore(money.deps, money.platform.id)
    } finally {
      engines.at = at
    }
    expect(await capital()).toBe(before - 1_000_000n)
    await money.mine(1, money.platform)
    expect(await capital()).toBe(before)
  }
  await money.expectCleanAudit()
})
