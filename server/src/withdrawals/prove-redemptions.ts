import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { fetchFromExplorer } from '../platform/bitcoin/explorer.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import {
  findNeverSigned,
  findUnproven,
  postponeProof,
  redeemPromoCode,
  type UnprovenRedemption,
} from '../promo-codes/index.ts'
import { cancelSend, lockSend } from '../sends/index.ts'
import { lockStore } from '../stores/index.ts'

const mostAtOnce = 20

const transaction = z.object({
  txid: z.string(),
  status: z.object({ confirmed: z.boolean() }),
  vout: z.array(z.object({ scriptpubkey_address: z.string().optional(), value: z.number().int().min(0) })),
})

/**
 * Redeems codes of merchants with their own server once our explorer shows the withdrawal in a block: that server's
 * report forgives nothing. Without an explorer such codes stay reserved, and the fees stay owed.
 */
export const proveRedemptions = async (deps: Deps): Promise<void> => {
  for (const redemption of await findUnproven(deps.db, mostAtOnce)) {
    // Postponed first, so that a failing one does not delay the others.
    await postponeProof(deps.db, redemption.sendId)
    if (await isOnChain(deps, redemption)) await redeem(deps, redemption)
  }
}

const isOnChain = async (deps: Deps, { txid, address, amountSats }: UnprovenRedemption): Promise<boolean> => {
  const found = await fetchFromExplorer(deps, `/tx/${txid}`, transaction)
  if (!found?.status.confirmed || found.txid !== txid) return false
  const { network } = deps.config
  const script = scriptOfAddress(address, network)
  return found.vout.some(
    ({ scriptpubkey_address, value }) =>
      BigInt(value) === amountSats && scriptOfAddress(scriptpubkey_address ?? '', network) === script,
  )
}

const redeem = (deps: Deps, { sendId, storeRef, txid }: UnprovenRedemption) =>
  inTransaction(deps.db, async (tx) => {
    await lockStore(tx, storeRef)
    const send = await lockSend(tx, sendId)
    if (send.status === 'confirmed' && send.txid === txid) await redeemPromoCode(tx, sendId)
  })

/** A withdrawal with a code that nobody signs for a day is canceled, which releases the code and the reserved fees. */
export const cancelNeverSigned = async (deps: Deps): Promise<void> => {
  for (const sendId of await findNeverSigned(deps.db, mostAtOnce)) {
    await inTransaction(deps.db, (tx) => cancelSend(tx, deps, sendId)).catch((error: unknown) => {
      // It was signed in the meantime.
      if (!(error instanceof ApiError && error.code === 'too-late-to-cancel')) throw error
    })
  }
}
