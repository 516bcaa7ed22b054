import type { Tx } from '../platform/db/transaction.ts'
import { type PersonRef, tableOf } from './person-tables.ts'

/** Stores the hash of a password that was given to a person, not chosen by them: it leaves no date of change. */
export const replacePassword = async (tx: Tx, person: PersonRef, passwordHash: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ passwordHash, lastPasswordChange: null, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}
