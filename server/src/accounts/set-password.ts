import type { Tx } from '../platform/db/transaction.ts'
import { type PersonRef, tableOf } from './person-tables.ts'

/** Stores the hash of a password that its owner chose. */
export const setPassword = async (tx: Tx, person: PersonRef, passwordHash: string) => {
  await tx
    .updateTable(tableOf(person.kind))
    .set({ passwordHash, lastPasswordChange: tx.now, updatedAt: tx.now })
    .where('id', '=', person.id)
    .execute()
}
