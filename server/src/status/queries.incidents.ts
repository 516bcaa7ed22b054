import type { Incident } from '@bitquay/contract/status'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Row = Omit<Incident, 'startedAt' | 'resolvedAt'> & { startedAt: Date; resolvedAt: Date | null }

/** The newest incidents, with their updates. What they hold is public. */
export const listIncidents = (db: Db): Promise<Incident[]> => read(db, sql`true`)

/** Open incidents, and those resolved within so many days. */
export const listRecentIncidents = (db: Db, days: number): Promise<Incident[]> =>
  read(db, sql`i.resolved_at is null or i.resolved_at > app_now() - make_interval(days => ${days})`)

export const getIncident = async (tx: Tx, id: number): Promise<Incident> => {
  const [found] = await read(tx, sql`i.id = ${id}`)
  if (!found) throw new Error(`there is no incident ${id}`)
  return found
}

const read = async (db: Db | Tx, condition: RawBuilder<unknown>): Promise<Incident[]> => {
  const { rows } = await sql<Row>`
    select i.id, i.title, i.state, i.changed, i.started_at, i.resolved_at,
      (select json_agg(json_build_object('component', m.component, 'impact', m.impact) order by m.component)
        from incident_impacts m where m.incident_id = i.id) as impacts,
      (select json_agg(json_build_object('state', u.state, 'sentence', u.sentence, 'money', u.money, 'at', u.at) order by u.id desc)
        from incident_updates u where u.incident_id = i.id) as updates
    from incidents i where ${condition} order by i.id desc limit 100`.execute(db)
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
    updates: row.updates.map((update) => ({ ...update, at: new Date(update.at).toISOString() })),
  }))
}
