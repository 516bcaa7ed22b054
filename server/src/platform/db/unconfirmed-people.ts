import type { PersonRef } from '../http/person.ts'
import type { Db } from './connect.ts'
import type { Tx } from './transaction.ts'

/** Somebody whom a restore brought back, and who has not set a new password since. */
export const findUnconfirmed = (db: Db, { kind, id }: PersonRef) =>
  db
    .selectFrom('unconfirmedPeople')
    .select('confirmedAt')
    .where('personKind', '=', kind)
    .where('personId', '=', id)
    .where('returnedAt', 'is', null)
    .executeTakeFirst()

/** Returns false if the person needs no confirmation, or has it already. */
export const markConfirmed = async (tx: Tx, { kind, id }: PersonRef): Promise<boolean> => {
  const confirmed = await tx
    .updateTable('unconfirmedPeople')
    .set({ confirmedAt: tx.now })
    .where('personKind', '=', kind)
    .where('personId', '=', id)
    .where('confirmedAt', 'is', null)
    .returning('personId')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** From now on the person signs in as everyone else. */
export const markReturned = (tx: Tx, { kind, id }: PersonRef) =>
  tx
    .updateTable('unconfirmedPeople')
    .set({ returnedAt: tx.now })
    .where('personKind', '=', kind)
    .where('personId', '=', id)
    .execute()
