import { sql } from 'kysely'
import { ApiError } from '../http/api-error.ts'
import type { Db } from './connect.ts'

/** Whether something may have left this wallet that a restored database doesn't know. */
export const isWalletUnreviewed = async (db: Db, storeRef: number): Promise<boolean> =>
  isTrue(await sql<{ is: boolean }>`select is_wallet_unreviewed(${storeRef}) as is`.execute(db))

/** Throws until somebody has said what left this wallet after the backup: paying now could pay someone twice. */
export const requireReviewedWallet = async (db: Db, storeRef: number) => {
  if (await isWalletUnreviewed(db, storeRef)) throw new ApiError('withdrawals-paused')
}

/** Whether a send or a refund is from before a restore, and nobody has decided that it should be paid. */
export const isClaimUnreviewed = async (db: Db, kind: 'send' | 'refund', id: number, createdAt: Date) =>
  isTrue(await sql<{ is: boolean }>`select is_claim_unreviewed(${kind}, ${id}, ${createdAt}) as is`.execute(db))

const isTrue = ({ rows }: { rows: { is: boolean }[] }) => rows[0]?.is ?? false
