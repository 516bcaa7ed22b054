import { applicationList } from '@bitquay/contract/applications.admin'
import { applicationStatuses } from '@bitquay/contract/applications.words'
import { sql } from 'kysely'
import { hasWords } from '../platform/db/search-query.ts'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'
import { serveList } from '../platform/lists/serve-list.ts'
import { readApplications } from './queries.ts'

export const applications = serveList(applicationList, {
  table: sql`merchant_applications a`,
  alias: 'a',
  scope: () => sql`true`,
  at: sql`a.created_at`,
  filters: { status: (status) => sql`a.status = ${status}` },
  ways: (search) => {
    const condition = hasWords(sql`a.business_name || ' ' || a.contact_name || ' ' || a.email::text`, search)
    return condition && [{ condition }]
  },
  sorts: { date: { by: sql`a.created_at` }, name: { by: sql`lower(a.business_name) collate "C"` } },
  read: readApplications,
  show: (application) => application,
  file: {},
  /** Counts by status, whatever status is filtered. */
  summarize: async (db, _everyone, { status, ...others }, { where }) => {
    const { rows } = await sql<PartSums>`
      select a.status as part, count(*) as count from merchant_applications a
      where ${where(others)} group by a.status
      union all select 'total', count(*) from merchant_applications`.execute(db)
    const { total, filtered, counts } = sumParts(rows, applicationStatuses, status)
    return { total, filtered, statuses: counts }
  },
})
