import { createReceiveAddress, getReceiveAddress } from '@bitquay/contract/balances'
import { fromSats } from '@bitquay/contract/money'
import { listTransactions } from '@bitquay/contract/transactions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, priceCents, startMoney } from '../../test/money.ts'
import { ask, password, signInAs } from '../../test/people.ts'
import { saveShownAddress } from '../loop-out/table.addresses.ts'
import { insertLoopOut } from '../loop-out/table.ts'
import { createPasswords } from '../platform/crypto/passwords.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isAddressOfStore } from './table.addresses.ts'

let money: Money
beforeAll(async () => {
  money = await startMoney({ RATE_LIMITS: 'on' })
})
afterAll(() => money.close())

const newOwner = async (name: string) => {
  const store = await money.newStore(name)
  const passwordHash = await createPasswords().hash(password)
  await money.deps.db.updateTable('merchants').set({ passwordHash }).where('id', '=', store.merchantId).execute()
  const token = await signInAs(money.server, { email: `${name}@example.test` })
  return { store, token }
}
const read = async (token: string) => (await ask(money.server, getReceiveAddress, { token })).body.address as string

test('the address stays until it is paid, and the deposit carries no fee', async () => {
  const { store, token } = await newOwner('receiver')
  const address = await read(token)
  expect(await read(token)).toBe(address)
  expect(await isAddressOfStore(money.deps.db, store.id, address)).toBe(true)

  await money.engine.control.faucet({ address, amountBtc: fromSats(50_000n) })
  await money.mine(1, store)
  const { body } = await ask(money.server, listTransactions, { token })
  expect(body).toEqual([expect.objectContaining({ purpose: 'deposit', amount: '0.00050000', address })])
  expect((await money.balances())[`merchant:${store.merchantId}:fees-owed`] ?? 0n).toBe(0n)
  expect(await read(token)).not.toBe(address)
})

test('a new address replaces the current one, at most ten times in an hour', async () => {
  const { token } = await newOwner('changer')
  const seen = new Set([await read(token)])
  for (let turn = 0; turn < 10; turn++) {
    const { status, body } = await ask(money.server, createReceiveAddress, { token })
    expect(status).toBe(200)
    seen.add(body.address as string)
    expect(await read(token)).toBe(body.address)
  }
  expect(seen.size).toBe(11)
  expect(await ask(money.server, createReceiveAddress, { token })).toMatchObject({
    status: 429,
    body: { code: 'too-many-attempts' },
  })
})

test('an address that a loop-out uses is not shown for deposits', async () => {
  const { store, token } = await newOwner('looper')
  const loopOutAddress = await read(token)
  await inTransaction(money.deps.db, (tx) =>
    insertLoopOut(tx, {
      merchantId: store.merchantId,
      balanceSats: 500_000n,
      amountSats: 500_000n,
      node: 'shared',
      engineId: 1,
      priceCents,
      address: loopOutAddress,
      requestedBy: 'looper@example.test',
    }),
  )
  const shown = await read(token)
  expect(shown).not.toBe(loopOutAddress)
  expect(await read(token)).toBe(shown)
})

test('an address that is shown for the next loop-out is not shown for deposits', async () => {
  const { store, token } = await newOwner('quoter')
  const shownForLoopOut = await read(token)
  await inTransaction(money.deps.db, (tx) =>
    saveShownAddress(tx, { merchantId: store.merchantId, store }, shownForLoopOut),
  )
  expect(await read(token)).not.toBe(shownForLoopOut)
})

test('while the payment server is down, the request fails and says so', async () => {
  const { token } = await newOwner('offline')
  await money.engine.control.engine({ down: true })
  try {
    expect(await ask(money.server, getReceiveAddress, { token })).toMatchObject({
      status: 503,
      body: { code: 'engine-unavailable' },
    })
  } finally {
    await money.engine.control.engine({ down: false })
  }
})
