import type { Tx } from '../platform/db/transaction.ts'
import type { ClaimKind } from './queries.money.ts'

type OnClaim = { restoreId: number; kind: ClaimKind; claimId: number }

/** Returns whether nobody has decided before. */
export const saveClaimDecision = async (
  tx: Tx,
  { restoreId, kind, claimId }: OnClaim,
  decision: { decision: 'pay' | 'cancel' } | { decision: 'paid'; txid: string },
): Promise<boolean> => {
  const saved = await tx
    .insertInto('restoredClaims')
    .values({ restoreId, kind, claimId, ...decision })
    .onConflict((conflict) => conflict.doNothing())
    .returning('claimId')
    .executeTakeFirst()
  return saved !== undefined
}

/** Takes back that something should be paid, and that proposed transactions were other payments. */
export const deleteClaimDecision = async (tx: Tx, { restoreId, kind, claimId }: OnClaim) => {
  for (const table of ['restoredClaims', 'restoredMismatches'] as const) {
    await tx
      .deleteFrom(table)
      .where('restoreId', '=', restoreId)
      .where('kind', '=', kind)
      .where('claimId', '=', claimId)
      .execute()
  }
}

export const saveMismatch = async (tx: Tx, { restoreId, kind, claimId }: OnClaim, txid: string) => {
  await tx
    .insertInto('restoredMismatches')
    .values({ restoreId, kind, claimId, txid })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What a transaction was: the send that it paid, or null where nobody had asked us for it. */
export const saveTransactionDecision = (
  tx: Tx,
  decided: { restoreId: number; storeRef: number; txid: string; sendId: number | null },
) => tx.insertInto('restoredTransactions').values(decided).execute()
