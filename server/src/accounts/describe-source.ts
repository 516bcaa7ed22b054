import type { Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import { describeDevice } from './describe-device.ts'

/** Who did something, when and from where, as security emails show it. */
export type WhoAndWhere = { account: string; device: string; address: string; at: Date }

export const describeSource = (tx: Tx, { email }: { email: string }, source: Source): WhoAndWhere => ({
  account: email,
  device: describeDevice(source.device),
  address: source.address,
  at: tx.now,
})
