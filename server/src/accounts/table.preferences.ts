import type { Preferences } from '@bitquay/contract/preferences'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonRef } from './table.credentials.ts'

const defaults: Preferences = { timeZone: null, shortcuts: true, views: [], hiddenColumns: {} }

export const readPreferences = async (db: Db, person: PersonRef): Promise<Preferences> => {
  const { rows } = await sql<Preferences>`
    select time_zone, shortcuts, views, hidden_columns from preferences
    where person_kind = ${person.kind} and person_id = ${person.id}`.execute(db)
  return rows[0] ?? defaults
}

/**
 * Saves the fields that are set. Everything happens in one statement that locks the row, so that changes of different
 * fields at the same time all survive.
 */
export const savePreferences = async (
  tx: Tx,
  person: PersonRef,
  change: { [Field in keyof Preferences]?: Preferences[Field] | undefined },
): Promise<Preferences> => {
  const { timeZone, shortcuts, views, hiddenColumns } = change
  const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const { rows } = await sql<Preferences>`
    insert into preferences as p (person_kind, person_id, time_zone, shortcuts, views, hidden_columns, updated_at)
    values (${person.kind}, ${person.id}, ${timeZone ?? null}, ${shortcuts ?? defaults.shortcuts},
      coalesce(${asJson(views)}::jsonb, '[]'), coalesce(${asJson(hiddenColumns)}::jsonb, '{}'), ${tx.now})
    on conflict on constraint preferences_unique do update set
      time_zone = case when ${timeZone !== undefined} then excluded.time_zone else p.time_zone end,
      shortcuts = case when ${shortcuts !== undefined} then excluded.shortcuts else p.shortcuts end,
      views = case when ${views !== undefined} then excluded.views else p.views end,
      hidden_columns = case when ${hiddenColumns !== undefined} then excluded.hidden_columns else p.hidden_columns end,
      updated_at = excluded.updated_at
    returning time_zone, shortcuts, views, hidden_columns`.execute(tx)
  const [saved] = rows
  if (!saved) throw new Error(`the preferences of ${person.kind} ${person.id} were not saved`)
  return saved
}
