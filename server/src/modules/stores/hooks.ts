import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'
import type { Tx } from '../../platform/db/transaction.ts'

export type Hook = {
  storeRef: number
  deliveryId: string | undefined
  type: string | undefined
  invoiceId: string | undefined
  sentAt: Date | undefined
  body: Buffer
}

export const saveHook = (tx: Tx, hook: Hook) =>
  tx
    .insertInto('engineHooks')
    .values({
      storeRef: hook.storeRef,
      deliveryId: hook.deliveryId ?? null,
      type: hook.type ?? null,
      invoiceId: hook.invoiceId ?? null,
      sentAt: hook.sentAt ?? null,
      body: hook.body,
    })
    .execute()

/** Which invoices the webhooks that nobody has followed up yet speak of. */
export const findHints = async (db: Db, storeRef: number) => {
  const hooks = await db
    .selectFrom('engineHooks')
    .select(['id', 'invoiceId'])
    .where('storeRef', '=', storeRef)
    .where('handledAt', 'is', null)
    .orderBy('id')
    .limit(1000)
    .execute()
  return {
    hookIds: hooks.map(({ id }) => id),
    invoiceIds: [...new Set(hooks.flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId])))],
  }
}

export const markHandled = async (tx: Tx, hookIds: readonly bigint[]) => {
  if (hookIds.length === 0) return
  await tx.updateTable('engineHooks').set({ handledAt: sql<Date>`now()` }).where('id', 'in', hookIds).execute()
}

export const hasUnhandledHooks = async (tx: Tx, storeRef: number) => {
  const { rows } =
    await sql`select 1 from engine_hooks where store_ref = ${storeRef} and handled_at is null limit 1`.execute(tx)
  return rows.length > 0
}
