import { createHash } from 'node:crypto'
import type { Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import type { PersonRef } from './person-tables.ts'

/** Remembers from where someone signs in. Only `new` is worth a letter: before the first there is nothing to differ from. */
export const noteDevice = async (tx: Tx, person: PersonRef, source: Source): Promise<'first' | 'known' | 'new'> => {
  const fingerprint = createHash('sha256').update(`${source.address}\n${source.device}`).digest()
  const added = await tx
    .insertInto('knownDevices')
    .values({ personKind: person.kind, personId: person.id, fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .returning('firstSeenAt')
    .executeTakeFirst()
  if (!added) return 'known'
  const other = await tx
    .selectFrom('knownDevices')
    .select('firstSeenAt')
    .where('personKind', '=', person.kind)
    .where('personId', '=', person.id)
    .where('fingerprint', '!=', fingerprint)
    .limit(1)
    .executeTakeFirst()
  return other ? 'new' : 'first'
}
