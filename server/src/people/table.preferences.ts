import type { Preferences } from '@bitquay/contract/people'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { PersonRef } from '../platform/http/person.ts'

const defaults: Preferences = {
  timeZone: null,
  shortcuts: true,
  bitcoinUnit: 'btc',
  displayCurrency: null,
  views: [],
  hiddenColumns: {},
}

const columns = sql`time_zone, shortcuts, bitcoin_unit, display_currency, views, hidden_columns`

export const readPreferences = async (db: Db, person: PersonRef): Promise<Preferences> => {
  const { rows } = await sql<Preferences>`
    select ${columns} from preferences
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
  const { timeZone, shortcuts, bitcoinUnit, displayCurrency, views, hiddenColumns } = change
  const asJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  const { rows } = await sql<Preferences>`
    insert into preferences as p (person_kind, person_id, ${columns}, updated_at)
    values (${person.kind}, ${person.id}, ${timeZone ?? null}, ${shortcuts ?? defaults.shortcuts},
      ${bitcoinUnit ?? defaults.bitcoinUnit}, ${displayCurrency ?? null},
      coalesce(${asJson(views)}::jsonb, '[]'), coalesce(${asJson(hiddenColumns)}::jsonb, '{}'), ${tx.now})
    on conflict on constraint preferences_unique do update set
      time_zone = case when ${timeZone !== undefined} then excluded.time_zone else p.time_zone end,
      shortcuts = case when ${shortcuts !== undefined} then excluded.shortcuts else p.shortcuts end,
      bitcoin_unit = case when ${bitcoinUnit !== undefined} then excluded.bitcoin_unit else p.bitcoin_unit end,
      display_currency = case when ${displayCurrency !== undefined} then excluded.display_currency else p.display_currency end,
      views = case when ${views !== undefined} then excluded.views else p.views end,
      hidden_columns = case when ${hiddenColumns !== undefined} then excluded.hidden_columns else p.hidden_columns end,
      updated_at = excluded.updated_at
    returning ${columns}`.execute(tx)
  const [saved] = rows
  if (!saved) throw new Error(`the preferences of ${person.kind} ${person.id} were not saved`)
  return saved
}
