import type { Tx } from '../platform/db/transaction.ts'
import { type PersonRef, tableOf } from './person-tables.ts'
import { type LockedCredentials, lockCredentials } from './table.credentials.ts'

/** Holds someone's row, where there is such a person. */
export const lockPerson = async (tx: Tx, person: PersonRef): Promise<LockedCredentials | undefined> => {
  const found = await tx
    .selectFrom(tableOf(person.kind))
    .select('id')
    .where('id', '=', person.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return found && lockCredentials(tx, person)
}
