import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { getMerchant } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { beginMove, emitMove, endMove, moveRefused, requireEngine } from '../stores/index.ts'

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
    await record(tx, 'move-requested', { admin, merchantId, source, detail: { engine } })
  })
  deps.wake('provision-stores')
}

/** Cancels a move before the new store is in use. */
export const cancelMove = (deps: Deps, admin: Admin, merchantId: number, source: Source): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await endMove(tx, merchantId)
    await record(tx, 'move-canceled', { admin, merchantId, source })
  })

const record = async (
  tx: Tx,
  act: 'move-requested' | 'move-canceled',
  {
    admin,
    merchantId,
    source,
    detail,
  }: { admin: Admin; merchantId: number; source: Source; detail?: { engine: string } },
) => {
  const subject = { kind: 'merchant', id: merchantId }
  await recordActivity(tx, { act, actor: admin, source, subject, merchantId, ...(detail ? { detail } : {}) })
  await emitMove(tx, merchantId)
}
