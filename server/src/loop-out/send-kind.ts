import type { Owner } from '../ledger/index.ts'
import { getPaidVersion, type SendKindRules } from '../sends/index.ts'
import { emitLoopOutChange } from './notify-loop-out.ts'
import { findLoopOut, markCompletedByPlatform, saveLoopOutProblem } from './table.ts'

const platform: Owner = { kind: 'platform' }

/**
 * The platform pays what it owes for Lightning money that it has taken; the network's fee comes out of the amount. After
 * a reorganisation the debt is back and the request stays completed: the same payment goes on, or another is made.
 */
export const loopOut: SendKindRules<'loop-out'> = {
  // The second leg goes only after the first has come, whoever says that it is due.
  mayLeave: async (db, send) => (await findLoopOut(db, send.loopOutId))?.firstLeg === 'taken',
  entries: async (tx, send) => {
    const { payeeSats, networkFeeSats } = await getPaidVersion(tx, send)
    const leftSats = payeeSats + networkFeeSats
    return [
      { owner: { kind: 'merchant', id: send.merchantId }, account: 'loop-out-payable', sats: send.amountSats },
      // Only a fee bump by hand costs more than was set aside.
      { owner: platform, account: 'network-fees', sats: leftSats - send.amountSats },
      { owner: platform, account: 'wallet', sats: -leftSats },
    ]
  },
  settled: async (tx, send) => {
    const completed = await markCompletedByPlatform(tx, send.loopOutId)
    if (completed) await emitLoopOutChange(tx, completed.merchantId)
  },
  ended: async (tx, send) => {
    await saveLoopOutProblem(tx, send.loopOutId, 'The payment did not get through and is made again.', 0)
    await emitLoopOutChange(tx, send.merchantId)
  },
}
