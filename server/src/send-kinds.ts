import { sweep } from './fee-collection/send-kind.ts'
import { loopOut } from './loop-out/send-kind.ts'
import { payout } from './partners/send-kind.ts'
import { refund } from './refunds/send-kind.ts'
import { bump } from './sends/bump-send.ts'
import type { Consequence } from './sends/send-kind.ts'
import type { SendKind } from './sends/table.ts'
import { withdrawal } from './withdrawals/send-kind.ts'

export const consequences: Record<SendKind, Consequence> = {
  withdrawal,
  refund,
  payout,
  sweep,
  'loop-out': loopOut,
  bump,
}
