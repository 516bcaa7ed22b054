import { expect, test } from 'vitest'
import type { WalletTransactionReading } from '../stores/read-wallet.ts'
import { type HistoryProgress, headPages, olderPages, syncHistory } from './sync-wallet.ts'

const transaction = (number: number, confirmations: number): WalletTransactionReading => ({
  txid: String(number),
  amountSats: 1n,
  confirmations,
  blockHeight: undefined,
  seenAt: new Date(0),
  invoiceIds: [],
})

/** A wallet, newest first, and which of its transactions are known. */
const startWallet = (count: number, known = new Set<string>()) => {
  const state = {
    transactions: Array.from({ length: count }, (_, index) => transaction(count - index, 200)),
    known,
    progress: { skip: null, isComplete: false } as HistoryProgress,
    reads: 0,
  }
  const sync = async (mostPages = Number.POSITIVE_INFINITY) => {
    let pages = 0
    state.reads = 0
    return syncHistory(
      {
        readPage: async (skip) => {
          if (++pages > mostPages) throw new Error('stopped')
          state.reads += 1
          return state.transactions.slice(skip, skip + 100)
        },
        examine: async (page) => {
          const unknown = page.filter(({ txid }) => !state.known.has(txid)).length
          return { unknown, isFinal: unknown === 0 && page.every(({ confirmations }) => confirmations >= 100) }
        },
        write: async (page, _known, progress) => {
          for (const { txid } of page) state.known.add(txid)
          state.progress = progress
          return true
        },
        hasTime: () => true,
      },
      state.progress,
    ).catch(() => undefined)
  }
  const addNewest = (count: number, confirmations: number) => {
    const newest = Number(state.transactions[0]?.txid ?? 0)
    for (let number = newest + 1; number <= newest + count; number++) {
      state.transactions.unshift(transaction(number, confirmations))
    }
  }
  return { state, sync, addNewest }
}

test('a long history is complete after several syncs, none of which reads more than its limit', async () => {
  const { state, sync } = startWallet(12_345)
  let syncs = 0
  while (!state.progress.isComplete && syncs < 20) {
    await sync()
    syncs += 1
    expect(state.reads).toBeLessThanOrEqual(headPages + olderPages)
  }
  expect(state.known.size).toBe(12_345)
  await sync()
  expect(state.reads).toBe(1)
})

test.each([1, 2, 3, 7, 30])('a sync that is stopped after %i pages loses nothing', async (pages) => {
  const { state, sync, addNewest } = startWallet(2_050)
  for (let syncs = 0; syncs < 60; syncs++) {
    await sync(pages)
    // Payments arrive in between, also whole pages of them.
    if (syncs < 10) addNewest(syncs % 3 === 0 ? 130 : 7, 200)
  }
  for (let syncs = 0; syncs < 10; syncs++) await sync()
  expect(state.progress).toEqual({ skip: null, isComplete: true })
  expect(state.known.size).toBe(state.transactions.length)
})

test('payments that arrived while nobody synced are found below what one sync reads', async () => {
  const { state, sync, addNewest } = startWallet(500)
  await sync()
  expect(state.progress.isComplete).toBe(true)
  addNewest(9_000, 200)
  for (let syncs = 0; syncs < 5; syncs++) await sync()
  expect(state.known.size).toBe(9_500)
})

test('a wallet with more unsettled transactions than one sync reads is followed to the last one over several syncs', async () => {
  const { state, sync, addNewest } = startWallet(100)
  await sync()
  addNewest(8_000, 3)
  for (let syncs = 0; syncs < 6; syncs++) await sync()
  expect(state.known.size).toBe(8_100)
  const seen = state.progress
  await sync()
  expect(seen.isComplete || state.progress.isComplete).toBe(true)
})
