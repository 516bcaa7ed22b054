import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { gapClosed } from './facts.ts'
import { endGaps, listGaps, recordGap, shortenPauses, takeMissed } from './table.hooks.ts'

/** Has the stores of servers whose webhooks may be missing read sooner, until all have caught up. */
export const closeGaps = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  await inTransaction(db, async (tx) => {
    for (const serverUrl of await takeMissed(tx)) await recordGap(tx, serverUrl, 'missing')
  })
  let more = false
  for (const serverUrl of await inTransaction(db, listGaps)) {
    more = (await inTransaction(db, (tx) => shortenPauses(tx, serverUrl))) || more
  }
  await inTransaction(db, async (tx) => {
    if (await endGaps(tx)) await announce(tx, gapClosed, {})
  })
  return more
}
