import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce, type By } from '../facts/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { lockStore, ownWalletOf } from '../stores/index.ts'
import { awaitBroadcast } from './broadcast-send.ts'
import { readSignatures } from './check-psbt.ts'
import { sendChanged, signatureHandedIn } from './facts.ts'
import { limits } from './limits.ts'
import { refuseSignature } from './refuse-signature.ts'
import { isSendPaused, isSignedOutside, isUnreviewed } from './request-send.ts'
import { changeOf, findPsbt, isExpired, type Psbt, saveSignatures, saveTxid } from './table.psbts.ts'
import { findSend, lockSend, markSigned, type Send, saveVersion } from './table.ts'

export type Submission = {
  merchantId: number
  id: number
  /** What came back: a PSBT or the final transaction. */
  text: string
  /** How people are shown who handed it in. */
  handedInBy: string
  by: By
}

/**
 * Takes a PSBT that was signed outside. It can change nothing: only signatures that are valid for what we handed out are
 * kept. With the last one the payment is sent.
 */
export const submitSignature = async (deps: Deps, submission: Submission): Promise<void> => {
  const { merchantId, id } = submission
  await requireAttempts(deps, [limits.signatures(merchantId)])
  const send = await findSend(deps.db, id)
  if (send?.merchantId !== merchantId || !isSignedOutside(send)) throw new ApiError('not-found')
  const isComplete = await inTransaction(deps.db, (tx) => take(tx, deps, send, submission))
  await deps.reached('psbt-signed')
  if (isComplete) await awaitBroadcast(deps, id)
}

const take = async (tx: Tx, deps: Deps, { id, storeRef }: Send, submission: Submission): Promise<boolean> => {
  const wallet = ownWalletOf(await lockStore(tx, storeRef))
  const send = await lockSend(tx, id)
  const psbt = await findPsbt(tx, id)
  if (!wallet || !psbt || psbt.isReplaced) throw new ApiError('signing-ended')
  // Repeated after a lost answer.
  if (['signed', 'broadcast', 'confirmed'].includes(send.status)) return false
  if (send.status !== 'requested' || (await isExpired(tx, id))) throw new ApiError('signing-ended')
  if ((await isSendPaused(tx, send)) || (await isUnreviewed(tx, send))) throw new ApiError('withdrawals-paused')
  const { network } = deps.config
  const read = await readSignatures(
    { wallet, network, psbt: psbt.psbt, maxFeeSats: psbt.networkFeeSats },
    submission.text,
  )
  if ('fault' in read) throw refuseSignature(read)
  await saveSignatures(tx, id, {
    psbt: read.psbt,
    signers: read.signers,
    by: submission.handedInBy,
  })
  if (read.complete) await sign(tx, send, psbt, read.complete)
  await announce(tx, signatureHandedIn, send, submission.by)
  await announce(tx, sendChanged, send)
  return read.complete !== undefined
}

/** From here on it is a send like any other, with its bytes saved before they are broadcast. */
const sign = async (
  tx: Tx,
  send: Send,
  psbt: Psbt,
  { rawTransaction, txid, vbytes }: { rawTransaction: string; txid: string; vbytes: number },
) => {
  const { networkFeeSats, payeeSats } = psbt
  await saveVersion(tx, send.id, {
    txid,
    rawTransaction,
    networkFeeSats,
    payeeSats,
    vbytes,
    change: changeOf(psbt, txid),
  })
  await saveTxid(tx, send.id, txid)
  await markSigned(tx, send.id, { txid, networkFeeSats })
}
