import { unwrap } from '@bitquay/btcpay'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Money, startMoney } from '../../test/money.ts'
import { setWithdrawalsPaused } from '../platform/db/platform-row.ts'
import { openRestore } from '../platform/db/restore-row.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { handOutAddress, type ReadyStore } from '../stores/index.ts'
import { requestSend, type SendOrder } from './request-send.ts'

let money: Money
let store: Awaited<ReturnType<Money['newStore']>>
/** Of a stranger, of the platform's wallet and of the store itself. */
let addresses: { strangers: string; platforms: string; own: string }
beforeAll(async () => {
  money = await startMoney()
  store = await money.newStore('paying', 1_000_000n)
  await money.fund(money.platform, 1_000_000n)
  const ownAddress = async (of: ReadyStore) => {
    const client = money.deps.engines.at({ serverUrl: of.serverUrl, apiKey: of.openedKey })
    return unwrap(await handOutAddress(money.deps, client, of))
  }
  addresses = {
    strangers: await money.strangersAddress(),
    platforms: await ownAddress(money.platform),
    own: await ownAddress(store),
  }
})
afterAll(() => money.close())

/** Every way that coins leave a wallet, each to an address that it may pay. */
const kinds = {
  withdrawal: { to: 'strangers', more: { kind: 'withdrawal' } },
  'former wallet': { to: 'strangers', more: { kind: 'withdrawal', isFormerWallet: true } },
  sweep: { to: 'platforms', more: { kind: 'sweep' } },
  bump: { to: 'own', more: { kind: 'bump', bumps: 0, feeRate: '5.000', networkFeeReserveSats: 1000n } },
} as const
type Kind = keyof typeof kinds

/** Undone at the end, so that nothing is held for the next one. */
const request = async (kind: Kind, to: keyof typeof addresses = kinds[kind].to, amountSats = 100_000n) => {
  const order = {
    storeRef: store.id,
    merchantId: store.merchantId,
    address: addresses[to],
    amountSats,
    amountUsd: '100.00',
    btcPrice: '100000.00',
    networkFeeFrom: 'amount',
    requestedBy: 'system',
    idempotencyKey: `${kind} ${to} ${amountSats}`,
    inputHash: '',
    ...kinds[kind].more,
  } as SendOrder
  const undo = new Error('accepted')
  return inTransaction(money.deps.db, async (tx) => {
    if (kind === 'bump') await sql`set local session_replication_role = replica`.execute(tx)
    await requestSend(tx, money.deps, order)
    throw undo
  }).catch((error: { code?: string }) => (error === undo ? 'accepted' : error.code))
}
const kindsOf = Object.keys(kinds) as Kind[]

test.each(kindsOf)('a %s to an address that it may pay is accepted', async (kind) => {
  expect(await request(kind)).toBe('accepted')
})

test.each([
  ['withdrawal', 'platforms'],
  ['withdrawal', 'own'],
  ['former wallet', 'platforms'],
  ['sweep', 'strangers'],
  ['sweep', 'own'],
  ['bump', 'strangers'],
  ['bump', 'platforms'],
] as const)('a %s to an address of the kind “%s” is refused', async (kind, to) => {
  expect(await request(kind, to)).toBe('invalid-address')
})

test.each(['withdrawal', 'former wallet', 'sweep'] as const)('a %s of more than there is is refused', async (kind) => {
  expect(await request(kind, kinds[kind].to, 1_000_001n)).toBe('insufficient-balance')
})

test('while everything is paused nothing leaves but a higher network fee, and in a review not even that', async () => {
  const all = async () => Promise.all(kindsOf.map((kind) => request(kind)))
  const paused = 'withdrawals-paused'
  await inTransaction(money.deps.db, (tx) => setWithdrawalsPaused(tx, true))
  expect(await all()).toEqual([paused, paused, paused, 'accepted'])
  await openRestore(money.deps.db, new Date(), 'TEST-CODE')
  expect(await all()).toEqual([paused, paused, paused, paused])
})
