import type { Output } from '@bitquay/contract/call'
import {
  type ComponentState,
  type getStatusHistory,
  type Incident,
  type StatusComponent,
  statusComponents,
} from '@bitquay/contract/status'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { listRecentIncidents } from './queries.incidents.ts'
import { type Health, statusDays } from './table.history.ts'

type History = Output<typeof getStatusHistory>
type Counts = { healthy: number; slow: number; down: number }
type DayRow = Counts & { component: StatusComponent; date: string }

/** The public history. It reads no table of a merchant, partner or person. */
export const readStatusHistory = async (db: Db): Promise<History> => {
  const [present, days, incidents] = await Promise.all([
    readPresent(db),
    listDays(db),
    listRecentIncidents(db, statusDays),
  ])
  const open = incidents.filter(({ resolvedAt }) => resolvedAt === null)
  return {
    at: present.at.toISOString(),
    components: statusComponents.map((component) => {
      const own = days.filter((day) => day.component === component)
      const measured = present.health.get(component)
      return {
        component,
        state: worstOf([measured ? stateNames[measured] : 'no-data', ...impactsOn(component, open)]),
        uptimePercent: uptimeOf(sumOf(own)),
        days: own.map((day) => ({
          date: day.date,
          state: worstOf([
            stateOfDay(day),
            ...impactsOn(component, incidents, day.date).map(() => 'degraded' as const),
          ]),
          uptimePercent: uptimeOf(day),
        })),
      }
    }),
    incidents,
  }
}

const stateNames: Record<Health, ComponentState> = { healthy: 'operational', slow: 'degraded', down: 'down' }
const fromWorst: readonly ComponentState[] = ['down', 'degraded', 'operational', 'no-data']
const worstOf = (states: readonly ComponentState[]): ComponentState =>
  fromWorst.find((state) => states.includes(state)) ?? 'no-data'

/** The impacts of incidents on a component, on one day or at all. */
const impactsOn = (component: StatusComponent, incidents: readonly Incident[], date?: string) =>
  incidents
    .filter(({ startedAt, resolvedAt }) => date === undefined || isWithin(date, startedAt, resolvedAt))
    .flatMap(({ impacts }) => impacts.filter((impact) => impact.component === component))
    .map(({ impact }) => impact)

const isWithin = (date: string, startedAt: string, resolvedAt: string | null) =>
  startedAt.slice(0, 10) <= date && (resolvedAt === null || date <= resolvedAt.slice(0, 10))

/** A few slow checks are no news. Every check that found it down is. */
const slowShare = 0.05

const stateOfDay = ({ healthy, slow, down }: Counts): ComponentState => {
  const total = healthy + slow + down
  if (total === 0) return 'no-data'
  if (down * 2 >= total) return 'down'
  return down > 0 || slow > total * slowShare ? 'degraded' : 'operational'
}

/** Rounded down, so that only a day without a failed check has 100%. */
const uptimeOf = ({ healthy, slow, down }: Counts): number | null => {
  const total = healthy + slow + down
  return total === 0 ? null : Math.floor(((healthy + slow) * 10_000) / total) / 100
}

const sumOf = (days: readonly Counts[]): Counts => ({
  healthy: days.reduce((sum, day) => sum + day.healthy, 0),
  slow: days.reduce((sum, day) => sum + day.slow, 0),
  down: days.reduce((sum, day) => sum + day.down, 0),
})

const listDays = async (db: Db): Promise<DayRow[]> => {
  const { rows } = await sql<DayRow>`
    select c.component, to_char(days.day, 'YYYY-MM-DD') as date, coalesce(d.healthy, 0) as healthy,
      coalesce(d.slow, 0) as slow, coalesce(d.down, 0) as down
    from unnest(${[...statusComponents]}::text[]) as c (component)
      cross join (
        select (app_now() at time zone 'UTC')::date - n as day from generate_series(0, ${sql.lit(statusDays - 1)}) n
      ) days
      left join status_days d on d.component = c.component and d.day = days.day
    order by days.day`.execute(db)
  return rows
}

/** A check that is older than a few minutes says nothing about now. */
const readPresent = async (db: Db) => {
  const { rows } = await sql<{ at: Date; component: StatusComponent | null; state: Health | null }>`
    select now.at, d.component, d.state
    from (select app_now() as at) now left join lateral (
      select distinct on (component) component, state from status_days
      where checked_at between now.at - interval '3 minutes' and now.at order by component, day desc
    ) d on true`.execute(db)
  const health = new Map(
    rows.flatMap(({ component, state }) => (component && state ? [[component, state] as const] : [])),
  )
  return { at: rows[0]?.at ?? new Date(), health }
}
