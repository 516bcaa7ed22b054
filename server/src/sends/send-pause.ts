import type { Db } from '../platform/db/connect.ts'
import { findPause, requireNotPaused } from '../platform/db/platform-row.ts'
import type { SendKind } from './table.ts'

type Leaving = { kind: SendKind; merchantId?: number | null | undefined; partnerId?: number | null | undefined }

/** Fees are collected from the store of an owner who isn't confirmed yet, but nobody else is paid from it. */
const payeeOf = ({ kind, merchantId, partnerId }: Leaving) =>
  kind === 'bump' || kind === 'sweep' ? {} : { merchantId, partnerId }

/**
 * Whether nothing of this kind may leave now. A higher network fee pays nobody, so a pause doesn't stop it. A review
 * stops it too: what it would spend may be gone.
 */
export const isSendPaused = async (db: Db, send: Leaving): Promise<boolean> => {
  const pause = await findPause(db, payeeOf(send))
  return pause === 'review' || (pause === 'paused' && send.kind !== 'bump')
}

export const requireSendNotPaused = async (db: Db, send: Leaving) => {
  if (await isSendPaused(db, send)) await requireNotPaused(db, payeeOf(send))
}
