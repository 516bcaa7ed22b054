import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/connect.ts'

const leaseSeconds = 60

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
  return taken ? lease : undefined
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
  await db
    .updateTable('stores')
    .set({ lease: null, leasedUntil: null })
    .where('id', '=', storeRef)
    .where('lease', '=', lease)
    .execute()
}
