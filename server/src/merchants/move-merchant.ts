import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { getMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { beginMove, endMove, moveCanceled, moveRefused, moveRequested, requireEngine } from '../stores/index.ts'

/** Moves a merchant to another of the operator's engines. The worker does the rest, also after a crash. */
export const moveMerchant = async (
  deps: Deps,
  admin: Admin,
  { merchantId, engine }: { merchantId: number; engine: string },
  source: Source,
): Promise<void> => {
  await requireEngine(deps, engine)
  await inTransaction(deps.db, async (tx) => {
    const { closingSince } = await getMerchant(tx, merchantId)
    if (closingSince !== null) throw moveRefused('This account is closed. Nothing was changed.')
    await beginMove(tx, deps, merchantId, engine)
    await announce(tx, moveRequested, { merchantId, detail: { engine } }, { actor: admin, source })
  })
  deps.wake('provision-stores')
}

/** Cancels a move before the new store is in use. */
export const cancelMove = (deps: Deps, admin: Admin, merchantId: number, source: Source): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await endMove(tx, merchantId)
    await announce(tx, moveCanceled, { merchantId }, { actor: admin, source })
  })
