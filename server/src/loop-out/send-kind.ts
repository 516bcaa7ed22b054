import type { Owner } from '../ledger/table.ts'
import { type Consequence, nothing } from '../sends/send-kind.ts'
import { getPaidVersion } from '../sends/table.ts'
import { tellLoopOut } from './notify-loop-out.ts'
import { markCompletedByPlatform, noteLoopOutProblem } from './table.ts'

const platform: Owner = { kind: 'platform' }

/**
 * The platform pays what it owes for Lightning money that it has taken; the network's fee comes out of the amount. After
 * a reorganisation the debt is back and the request stays completed: the same payment goes on, or another is made.
 */
export const loopOut: Consequence = {
  entries: async (tx, send) => {
    const { payeeSats, networkFeeSats } = await getPaidVersion(tx, send)
    const leftSats = payeeSats + networkFeeSats
    return [
      { owner: { kind: 'merchant', id: send.merchantId ?? 0 }, account: 'loop-out-payable', sats: send.amountSats },
      // Only a fee bump by hand costs more than was set aside.
      { owner: platform, account: 'network-fees', sats: leftSats - send.amountSats },
      { owner: platform, account: 'wallet', sats: -leftSats },
    ]
  },
  settled: async (tx, send) => {
    const completed = await markCompletedByPlatform(tx, send.loopOutId ?? 0)
    if (completed) await tellLoopOut(tx, completed.merchantId)
  },
  unsettled: nothing,
  ended: async (tx, send) => {
    await noteLoopOutProblem(tx, send.loopOutId ?? 0, 'The payment did not get through and is made again.', 0)
    if (send.merchantId !== null) await tellLoopOut(tx, send.merchantId)
  },
}
