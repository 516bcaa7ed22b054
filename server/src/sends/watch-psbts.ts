import type { Deps } from '../deps.ts'
import { scriptOfAddress } from '../platform/bitcoin/script-of-address.ts'
import type { Worker } from '../platform/workers/run-workers.ts'
import { markSyncDue } from '../stores/index.ts'
import { readDetails } from '../transactions/index.ts'
import { conflictDepth, readSpender } from './read-spender.ts'
import { saveLost, savePayingTx, takeWatchedPsbts, type WatchedPsbt, watchDueAt } from './table.psbts.ts'

const atOnce = 20

/** Looks who spends the inputs of PSBTs that were handed out and whose requests have ended. */
export const watchPsbts = (deps: Deps): Worker => ({
  name: 'watch-psbts',
  everyMs: 30_000,
  due: watchDueAt,
  run: async (signal) => {
    const watched = await takeWatchedPsbts(deps.db, atOnce)
    for (const psbt of watched) {
      if (signal.aborted) return false
      await lookAtInputs(deps, psbt)
    }
    return watched.length === atOnce
  },
})

/**
 * A PSBT is dead once another transaction with one of its inputs is deep in the chain and pays its recipient nothing. One
 * that pays the same is this payment in another form. No answer means nothing.
 */
const lookAtInputs = async (deps: Deps, psbt: WatchedPsbt): Promise<void> => {
  for (const outpoint of psbt.inputs) {
    const spender = await readSpender(deps, outpoint)
    if (!spender || spender.txid === psbt.txid) continue
    // Where the ID depends on the signatures, any transaction may be this payment.
    if (spender.depth < (psbt.txid === null ? 1 : conflictDepth)) continue
    const paid = await comparePayment(deps, psbt, spender.txid)
    if (typeof paid === 'object') {
      await savePayingTx(deps.db, psbt.sendId, { txid: spender.txid, networkFeeSats: paid.feeSats })
      await markSyncDue(deps.db, psbt.storeRef)
      deps.wake('reconcile-engine')
      return
    }
    if (paid === 'no' && spender.depth >= conflictDepth)
      return void (await saveLost(deps.db, psbt.sendId, spender.txid))
  }
}

/** Unknown also if it pays the recipient another amount: then nobody but the merchant can say what it was for. */
const comparePayment = async (deps: Deps, psbt: WatchedPsbt, txid: string) => {
  const details = await readDetails(deps, txid)
  if (!details) return 'unknown'
  const { network } = deps.config
  const script = scriptOfAddress(psbt.address, network)
  const paid = details.outputs.filter(({ address }) => scriptOfAddress(address ?? '', network) === script)
  if (paid.length === 0) return 'no'
  return paid.some(({ sats }) => BigInt(sats) === psbt.payeeSats) ? { feeSats: details.feeSats } : 'unknown'
}
