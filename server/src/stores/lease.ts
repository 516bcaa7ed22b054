import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

/** Of whoever died, others take over after this; whoever lives renews it meanwhile, up to a limit. */
const leaseSeconds = 20
const renewMs = 5_000
const longestMs = 10 * 60_000

const renewals = new Map<string, NodeJS.Timeout>()

const until = sql<Date>`now() + make_interval(secs => ${leaseSeconds})`

/** Takes the store for work that must not happen twice at once. Undefined when someone else has it. */
export const takeLease = async (db: Db, storeRef: number): Promise<string | undefined> => {
  const lease = randomBytes(8).toString('hex')
  const taken = await db
    .updateTable('stores')
    .set({ lease, leasedUntil: until })
    .where('id', '=', storeRef)
    .where((where) => where.or([where('leasedUntil', 'is', null), where('leasedUntil', '<', sql<Date>`now()`)]))
    .returning('id')
    .executeTakeFirst()
  if (!taken) return undefined
  const takenAt = Date.now()
  const renewal = setInterval(() => {
    if (Date.now() - takenAt > longestMs) stopRenewing(lease)
    else void extendLease(db, storeRef, lease).catch(() => undefined)
  }, renewMs)
  renewals.set(lease, renewal.unref())
  return lease
}

const stopRenewing = (lease: string) => {
  clearInterval(renewals.get(lease))
  renewals.delete(lease)
}

/** Keeps it for another while. Answers whether it was still ours. */
export const extendLease = async (db: Db, storeRef: number, lease: string): Promise<boolean> => {
  const extended = await db
    .updateTable('stores')
    .set({ leasedUntil: until })
    .where('id', '=', storeRef)
    .where('lease', '=', lease)
    .returning('id')
    .executeTakeFirst()
  return extended !== undefined
}

export const releaseLease = async (db: Db, storeRef: number, lease: string) => {
  stopRenewing(lease)
  await db
    .updateTable('stores')
    .set({ lease: null, leasedUntil: null })
    .where('id', '=', storeRef)
    .where('lease', '=', lease)
    .execute()
}
