import { sweep } from './fee-collection/send-kind.ts'
import { loopOut } from './loop-out/send-kind.ts'
import { payout } from './partners/send-kind.ts'
import { refund } from './refunds/send-kind.ts'
import { bump } from './sends/bump-send.ts'
import type { SendKinds } from './sends/send-kind.ts'
import { withdrawal } from './withdrawals/send-kind.ts'

/** What each kind of send does. The code that sends coins knows none of the kinds. */
export const createSendKinds = (publicUrl: string): SendKinds => ({
  withdrawal: withdrawal(publicUrl),
  refund,
  payout: payout(publicUrl),
  sweep,
  'loop-out': loopOut,
  bump,
  // It costs only its fee, and a merchant's coins are not in the ledger.
  cancel: { entries: async () => [] },
})
