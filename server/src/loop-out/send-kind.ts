import { announce } from '../facts/index.ts'
import type { Owner } from '../ledger/index.ts'
import { getPaidVersion, type SendKindRules } from '../sends/index.ts'
import { loopOutProgressed } from './facts.ts'
import { findLoopOut, markCompletedByPlatform, saveLoopOutProblem } from './table.ts'

const platform: Owner = { kind: 'platform' }

/**
 * Pays what the platform owes for Lightning money that it has taken. The network fee is deducted from the amount. After
 * a reorganization the debt is back and the request stays completed: the same payment continues, or another is sent.
 */
export const loopOut: SendKindRules<'loop-out'> = {
  // The second leg leaves only after the first has arrived, even if it is due.
  mayLeave: async (db, send) => (await findLoopOut(db, send.loopOutId))?.firstLeg === 'taken',
  entries: async (tx, send) => {
    const { payeeSats, networkFeeSats } = await getPaidVersion(tx, send)
    const leftSats = payeeSats + networkFeeSats
    return [
      { owner: { kind: 'merchant', id: send.merchantId }, account: 'loop-out-payable', sats: send.amountSats },
      // Only a manual fee bump costs more than was reserved.
      { owner: platform, account: 'network-fees', sats: leftSats - send.amountSats },
      { owner: platform, account: 'wallet', sats: -leftSats },
    ]
  },
  settled: async (tx, send) => {
    const completed = await markCompletedByPlatform(tx, send.loopOutId)
    if (completed) await announce(tx, loopOutProgressed, completed)
  },
  ended: async (tx, send) => {
    await saveLoopOutProblem(tx, send.loopOutId, 'The payment failed and will be sent again.', 0)
    await announce(tx, loopOutProgressed, send)
  },
}
