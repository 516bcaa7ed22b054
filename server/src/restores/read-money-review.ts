import type { Deps } from '../deps.ts'
import { readMissingDetails } from './find-payment.ts'
import { type Match, matchTransactions } from './match-transactions.ts'
import {
  type Claim,
  countUnsyncedStores,
  type DecidedTransaction,
  findClaims,
  findMismatches,
  findRecorded,
  findUnknown,
  type UnknownTransaction,
} from './queries.money.ts'
import { findLastRestore } from './queries.ts'

export type MoneyReview = {
  claims: (Claim & { match: (Match & UnknownTransaction) | undefined })[]
  /** What left a wallet and isn't proposed for a claim. */
  unknown: UnknownTransaction[]
  recorded: DecidedTransaction[]
  unsyncedStores: number
}

/** What an operator decides on after a restore, with the transactions that may have paid it already. */
export const readMoneyReview = async (deps: Deps): Promise<MoneyReview> => {
  const { db } = deps
  const restore = await findLastRestore(db)
  if (!restore) return { claims: [], unknown: [], recorded: [], unsyncedStores: 0 }
  await readMissingDetails(deps, await findUnknown(db))
  const claims = await findClaims(db)
  const unknown = await findUnknown(db)
  const mismatches = new Set(
    (await findMismatches(db, restore.id)).map((row) => `${row.kind} ${row.claimId} ${row.txid}`),
  )
  const open = claims.filter(({ decision }) => decision === null)
  const matches = matchTransactions(
    open.map((claim) => ({ ...claim, key: keyOf(claim) })),
    unknown,
    (key, txid) => mismatches.has(`${key} ${txid}`),
    deps.config.network,
  )
  const matchOf = (claim: Claim) => {
    const match = matches.get(keyOf(claim))
    const paid = match && unknown.find(({ storeRef, txid }) => storeRef === claim.storeRef && txid === match.txid)
    return match && paid && { ...paid, ...match }
  }
  const proposed = new Set(open.flatMap((claim) => [`${claim.storeRef} ${matches.get(keyOf(claim))?.txid}`]))
  return {
    claims: claims.map((claim) => ({ ...claim, match: claim.decision === null ? matchOf(claim) : undefined })),
    unknown: unknown.filter(({ storeRef, txid }) => !proposed.has(`${storeRef} ${txid}`)),
    recorded: await findRecorded(db),
    unsyncedStores: await countUnsyncedStores(db),
  }
}

const keyOf = ({ kind, id }: Claim) => `${kind} ${id}`
