import { z } from 'zod'
import type { Btcpay } from '../greenfield/btcpay.ts'
import { failInput } from '../greenfield/faults.ts'
import { LeverRefusal, lever } from './lever.ts'

/**
 * Stops or starts BTCPay. While it is down, requests are dropped, queued webhooks are lost, and payments aren't seen.
 */
export const engine = lever(z.strictObject({ down: z.boolean() }), ({ btcpay, faults }, { down }) => {
  if (down && !faults.isDown()) {
    btcpay.watcher.stop()
    btcpay.sender.forget()
  }
  if (!down && faults.isDown()) btcpay.watcher.start()
  faults.setDown(down)
  return { down }
})

export const fail = lever(failInput, ({ faults }, { calls, mode, method, path }) => {
  faults.fail({ calls, mode, method: method ?? null, path: path ?? null })
  return { rules: faults.rules() }
})

export const webhooks = lever(
  z.strictObject({ drop: z.boolean().optional(), duplicate: z.boolean().optional(), shuffle: z.boolean().optional() }),
  ({ btcpay }, { drop, duplicate, shuffle }) => {
    btcpay.sender.setFaults({ drop: drop ?? false, duplicate: duplicate ?? false, shuffle: shuffle ?? false })
    return btcpay.sender.faults()
  },
)

/** Lets coins or labels of new transactions appear later than the transaction, in any order, as on a real server. */
export const late = lever(
  z.strictObject({ coins: z.boolean().optional(), labels: z.boolean().optional() }),
  ({ btcpay: { lateParts } }, { coins, labels }) => {
    lateParts.setLate('coins', coins ?? false)
    lateParts.setLate('labels', labels ?? false)
    return lateParts.late()
  },
)

/**
 * Holds the market at a price in dollars. Null lets it move again. `available: false` makes every rate source
 * unreachable.
 */
export const rate = lever(
  z.strictObject({
    usd: z
      .union([z.string().max(20), z.number()])
      .nullable()
      .optional(),
    available: z.boolean().optional(),
  }),
  ({ btcpay }, { usd, available }) => {
    if (available !== undefined) btcpay.rates.setAvailable(available)
    if (usd === null) btcpay.rates.pin(null)
    else if (usd !== undefined) {
      const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(String(usd))
      const cents = match ? BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0')) : 0n
      if (cents <= 0n) throw new LeverRefusal(400, 'The rate must be a positive number of dollars and cents.')
      btcpay.rates.pin(cents)
    }
    const { rates } = btcpay
    return { usd: formatCents(rates.cents()), pinned: rates.pinnedCents() !== null, available: rates.isAvailable() }
  },
)

/** Policies that a real server sets on its own admin pages. */
export const policy = lever(
  z.strictObject({
    hotWalletsForAll: z.boolean().optional(),
    internalNodeForAll: z.boolean().optional(),
    /** Whether the server has a Lightning node of its own. */
    internalNode: z.boolean().optional(),
    /** How many seconds a replaced payment stays in a wallet's balance and coins: up to 300 on a real server. */
    keepReplacedSeconds: z.int().min(0).max(3600).optional(),
    /** How many stores a user who isn't an administrator may create. Null is no limit. */
    storeQuota: z.int().min(0).nullable().optional(),
  }),
  ({ btcpay }, { hotWalletsForAll, internalNodeForAll, internalNode, keepReplacedSeconds, storeQuota }) => {
    if (keepReplacedSeconds !== undefined) btcpay.replacedCoins.keepFor(keepReplacedSeconds)
    btcpay.changeSettings({
      ...(hotWalletsForAll === undefined ? {} : { hotWalletsForAll }),
      ...(internalNodeForAll === undefined ? {} : { internalNodeForAll }),
      ...(internalNode === undefined ? {} : { internalNode }),
      ...(storeQuota === undefined ? {} : { storeQuota }),
    })
    return readPolicy(btcpay)
  },
)

export function readPolicy(btcpay: Btcpay) {
  const { hotWalletsForAll, internalNodeForAll, internalNode = true, storeQuota } = btcpay.settings()
  const keepReplacedSeconds = btcpay.replacedCoins.seconds()
  return { hotWalletsForAll, internalNodeForAll, internalNode, keepReplacedSeconds, storeQuota }
}

export function formatCents(cents: bigint): string {
  return `${cents / 100n}.${(cents % 100n).toString().padStart(2, '0')}`
}
