import { satsForCents, toCents } from '@bitquay/contract/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, priceCents, startMoney } from '../../test/money.ts'
import { withdrawFrom } from '../../test/withdrawals.ts'
import { syncStore } from '../payments/sync-store.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { cancelSend } from './end-send.ts'
import { readAvailable } from './queries.available.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney()
})
afterAll(() => money.close())

const sats = (usd: string) => satsForCents(toCents(usd), priceCents)

test('a withdrawal is signed, broadcast, confirmed, and takes exactly its amount', async () => {
  const store = await money.newStore('plain', 1_000_000n, 500_000n)
  const address = await money.strangersAddress()
  const before = await readAvailable(money.deps.db, store.id)
  expect(before).toMatchObject({ spendableSats: 1_500_000n, heldSats: 0n, freeSats: 1_500_000n })

  const send = await withdrawFrom(money.deps, store, address, '600.00')
  expect(send).toMatchObject({ status: 'broadcast', amountSats: 600_000n, problem: null })
  expect(await money.countPaid(address, 600_000n)).toBe(1)
  await syncStore(money.deps, store.id)
  const after = await readAvailable(money.deps.db, store.id)
  expect(after.freeSats).toBe(1_500_000n - 600_000n - (send.networkFeeSats ?? 0n))

  await money.mine(1, store)
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'confirmed', confirmations: 1 })
  const [row] = await money.deps.db
    .selectFrom('transactions')
    .selectAll()
    .where('merchantId', '=', store.merchantId)
    .where('type', '=', 'outgoing')
    .execute()
  expect(row).toMatchObject({
    purpose: 'withdrawal',
    amount: '0.00600000',
    amountUsd: '600.00',
    address,
    status: 'confirmed',
  })
  await money.mine(100, store)
  expect((await money.sendOf(send.id)).finalAt).not.toBeNull()
  // The owner gets one email, and programs get one event.
  const emails = await money.deps.db
    .selectFrom('mailOutbox')
    .select('subject')
    .where('recipient', '=', 'plain@example.test')
    .execute()
  expect(emails).toEqual([{ subject: 'Withdrawal of $600.00 sent' }])
  const events = await money.deps.db
    .selectFrom('apiEvents')
    .select('type')
    .where('merchantId', '=', store.merchantId)
    .orderBy('id')
    .execute()
  expect(events.map(({ type }) => type).filter((type) => type.startsWith('withdrawal.'))).toEqual([
    'withdrawal.created',
    'withdrawal.broadcast',
    'withdrawal.confirmed',
  ])
  await money.expectCleanAudit()
})

test('of 50 simultaneous withdrawals of 60 % one is accepted, and only that one is sent', async () => {
  const store = await money.newStore('rush', 1_000_000n)
  const address = await money.strangersAddress()
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, () =>
      withdrawFrom(money.deps, store, address, '600.00').catch((error: unknown) => error),
    ),
  )
  const refused = outcomes.filter((outcome) => outcome instanceof ApiError)
  expect(refused).toHaveLength(49)
  for (const refusal of refused) {
    expect(refusal).toMatchObject({ code: 'insufficient-balance' })
    expect(refusal.message).toMatch(/^Insufficient balance\. Need \$600\.00 but only \$\d+\.\d\d available\.$/)
  }
  // A withdrawal is answered before it is sent if the machine is busy.
  await money.runSends()
  expect(await money.countPaid(address, 600_000n)).toBe(1)
  await money.mine(1, store)
  const { freeSats } = await readAvailable(money.deps.db, store.id)
  const paid = outcomes.find((outcome) => !(outcome instanceof ApiError)) as { id: number }
  expect(freeSats).toBe(1_000_000n - 600_000n - ((await money.sendOf(paid.id)).networkFeeSats ?? 0n))
  await money.expectCleanAudit()
})

test('the same key 50 times at once is one withdrawal, and with another body it is refused', async () => {
  const store = await money.newStore('same-key', 1_000_000n)
  const address = await money.strangersAddress()
  const sends = await Promise.all(
    Array.from({ length: 50 }, () => withdrawFrom(money.deps, store, address, '10.00', { key: 'once' })),
  )
  expect(new Set(sends.map(({ id }) => id)).size).toBe(1)
  expect(await money.countPaid(address, sats('10.00'))).toBe(1)
  await expect(withdrawFrom(money.deps, store, address, '11.00', { key: 'once' })).rejects.toMatchObject({
    code: 'idempotency-key-reused',
  })
})

test('fees that a client computed differently are refused', async () => {
  const store = await money.newStore('fees', 1_000_000n)
  const address = await money.strangersAddress()
  await expect(withdrawFrom(money.deps, store, address, '10.00', { fees: { totalFee: '0.10' } })).rejects.toMatchObject(
    {
      code: 'fees-differ',
    },
  )
  const send = await withdrawFrom(money.deps, store, address, '10.00', {
    fees: { totalFee: '0', netAmountToSend: '10' },
  })
  expect(send.status).toBe('broadcast')
})

test('a send that is canceled before it is signed is never paid', async () => {
  const store = await money.newStore('cancelled', 1_000_000n)
  const address = await money.strangersAddress()
  const wake = money.deps.wake
  money.deps.wake = () => undefined
  await money.engine.control.engine({ down: true })
  // Without the engine it returns 202 after the wait, and its money is held.
  const send = await withdrawFrom({ ...money.deps, broadcastPatienceMs: 300 }, store, address, '10.00')
  expect(send.status).toBe('requested')
  expect((await readAvailable(money.deps.db, store.id)).heldSats).toBeGreaterThan(sats('10.00'))
  await money.engine.control.engine({ down: false })
  await inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, send.id))
  money.deps.wake = wake
  await money.pass(120)
  await money.runSends()
  expect(await money.sendOf(send.id)).toMatchObject({ status: 'cancelled', txid: null })
  expect(await money.countPaid(address, sats('10.00'))).toBe(0)
  expect((await readAvailable(money.deps.db, store.id)).heldSats).toBe(0n)
  await expect(inTransaction(money.deps.db, (tx) => cancelSend(tx, money.deps, send.id))).resolves.toBeUndefined()
})
