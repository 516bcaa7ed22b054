import { alertKinds, type Notification } from '@bitquay/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { listRecentTransactions } from './queries.ts'

const mostApplications = 20
const mostTransactions = 3

/** Lists the notifications: problems first, then pending applications, then large payments. */
export const listNotifications = async (db: Db): Promise<Notification[]> => {
  const [alerts, applications, transactions] = await Promise.all([
    listAlerts(db),
    listApplications(db),
    // Leave out sweeps and loop-outs, because no customer and no merchant started them.
    listRecentTransactions(
      db,
      sql`t.amount_usd > 1000 and t.purpose in ('invoice', 'deposit', 'withdrawal', 'refund', 'outside')`,
      mostTransactions,
    ),
  ])
  return [
    ...alerts,
    ...applications,
    ...transactions.map(
      ({ createdAt, amountUsd, ...transaction }): Notification => ({
        kind: 'transaction',
        ...transaction,
        amountUsd: amountUsd ?? '0.00',
        at: createdAt,
      }),
    ),
  ]
}

type AlertRow = {
  id: number
  kind: Extract<Notification, { kind: 'alert' }>['alert']
  title: string
  sentence: string
  since: Date
}

/** Lists what is wrong now, causes first. */
export const listAlerts = async (db: Db): Promise<Extract<Notification, { kind: 'alert' }>[]> => {
  const { rows } = await sql<AlertRow>`
    select id, kind, title, sentence, since from alerts where over_at is null
    order by array_position(${[...alertKinds]}::text[], kind), id`.execute(db)
  return rows.map(({ id, kind, title, sentence, since }) => ({
    kind: 'alert',
    id,
    alert: kind,
    title,
    sentence,
    at: since.toISOString(),
  }))
}

const listApplications = async (db: Db): Promise<Notification[]> => {
  const rows = await db
    .selectFrom('merchantApplications')
    .select(['id', 'businessName', 'monthlyVolume', 'createdAt'])
    .where('status', '=', 'pending')
    .orderBy('id', 'desc')
    .limit(mostApplications)
    .execute()
  return rows.map(({ createdAt, ...row }) => ({ kind: 'application', ...row, at: createdAt.toISOString() }))
}
