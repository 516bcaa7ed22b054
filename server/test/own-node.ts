import { expect } from 'vitest'
import type { LoopOut } from '../src/loop-out/table.ts'
import type { LoopOutStore } from './loop-outs.ts'
import type { Money } from './money.ts'

/** What a merchant's own node has on its side of its channels, in millisatoshis. */
export const readLocalMsat = async ({ deps }: Money, store: LoopOutStore) => {
  const client = deps.engines.at({ serverUrl: store.serverUrl, apiKey: store.openedKey })
  const balance = await client.lightning.balance(store.storeId)
  return balance.kind === 'ok' ? BigInt(balance.value.offchain?.local ?? '0') : -1n
}
/** One payment of the amount and a small routing fee has left the node. */
export const expectOneLeft = async (money: Money, store: LoopOutStore, requested: LoopOut) => {
  const left = 500_000_000n - (await readLocalMsat(money, store))
  const amountMsat = requested.amountSats * 1000n
  expect(left >= amountMsat && left <= (amountMsat * 101n) / 100n, `${left} left`).toBe(true)
}
