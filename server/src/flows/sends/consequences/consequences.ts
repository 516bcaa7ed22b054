import type { SendKind } from '../../../modules/sends/send.ts'
import { bump } from './bump.ts'
import type { Consequence } from './consequence.ts'
import { loopOut } from './loop-out.ts'
import { payout } from './payout.ts'
import { refund } from './refund.ts'
import { sweep } from './sweep.ts'
import { withdrawal } from './withdrawal.ts'

export const consequences: Record<SendKind, Consequence> = {
  withdrawal,
  refund,
  payout,
  sweep,
  'loop-out': loopOut,
  bump,
}
