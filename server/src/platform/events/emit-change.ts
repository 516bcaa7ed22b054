import type { Topic } from '@bitquay/contract/platform.events'
import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'
import type { Tx } from '../db/transaction.ts'

/** Whose screens a change concerns. */
export type ChangeAudience =
  | `person:${'admin' | 'merchant' | 'merchant-user' | 'partner'}:${number}`
  | `merchant:${number}`
  | `partner:${number}`
  | 'admin'

/** Emits to open browsers, once this transaction is committed, that they should read something again. */
export const emitChange = async (tx: Tx, audience: ChangeAudience, topic: Topic) => {
  await sql`select note_change(${audience}, ${topic})`.execute(tx)
}

/** The same for several changes, in one round trip. */
export const emitChanges = async (tx: Tx, changes: readonly (readonly [ChangeAudience, Topic])[]) => {
  const [audiences, topics] = [changes.map(([audience]) => audience), changes.map(([, topic]) => topic)]
  await sql`select note_change(audience, topic)
    from unnest(${audiences}::text[], ${topics}::text[]) c (audience, topic)`.execute(tx)
}

export const pruneChanges = (db: Db) => sql`delete from changes where at < now() - interval '10 minutes'`.execute(db)
