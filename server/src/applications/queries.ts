import { type Application, applicationStatuses } from '@bitquay/contract/applications'
import type { Period } from '@bitquay/contract/lists'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { inPeriod } from '../platform/db/period.ts'
import { hasWords } from '../platform/db/search-query.ts'
import { type ListedRows, type RowPage, readPage, sortingOf } from '../platform/db/sorted-rows.ts'
import { type PartSums, sumParts } from '../platform/db/sum-parts.ts'

type Row = Omit<Application, 'createdAt' | 'reviewedAt'> & { createdAt: Date; reviewedAt: Date | null }

export type ApplicationFilter = Period & {
  status?: Application['status'] | undefined
  search?: string | undefined
}

const sortKeys = {
  date: { by: sql`a.created_at` },
  name: { by: sql`lower(a.business_name) collate "C"` },
}
type Field = keyof typeof sortKeys

/** Lists applications, each with the email address of the admin who decided it. */
export const listApplications = (
  db: Db,
  { sort = '-date', search, ...filter }: ApplicationFilter & { sort?: Field | `-${Field}` | undefined },
  page: RowPage,
) => {
  const searched = findWords(search)
  const list: ListedRows = {
    table: sql`merchant_applications a`,
    alias: sql`a`,
    id: sql`a.id`,
    scope: sql`true`,
    conditions: conditionsOf(filter),
    ways: searched && [{ condition: searched }],
  }
  return readPage(list, sortingOf(sort, sortKeys), page, (found, order) => read(db, found, order))
}

const conditionsOf = ({ status, search, ...period }: ApplicationFilter): RawBuilder<unknown>[] => {
  const searched = findWords(search)
  return [
    ...(status === undefined ? [] : [sql`a.status = ${status}`]),
    ...(searched === undefined ? [] : [searched]),
    ...inPeriod(sql`a.created_at`, period),
  ]
}

const findWords = (search: string | undefined) =>
  hasWords(sql`a.business_name || ' ' || a.contact_name || ' ' || a.email::text`, search)

/** Counts by status, whatever status is filtered. */
export const summarizeApplications = async (db: Db, { status, ...others }: ApplicationFilter) => {
  const { rows } = await sql<PartSums>`
    select a.status as part, count(*) as count from merchant_applications a
    where ${sql.join([sql`true`, ...conditionsOf(others)], sql` and `)} group by a.status
    union all select 'total', count(*) from merchant_applications`.execute(db)
  const { total, filtered, counts } = sumParts(rows, applicationStatuses, status)
  return { total, filtered, statuses: counts }
}

export const findApplication = async (db: Db, id: number): Promise<Application | undefined> =>
  (await read(db, sql`select id from merchant_applications where id = ${id}`, sql`a.id`))[0]

const read = async (db: Db, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<Application[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.business_name, a.contact_name, a.email::text as email, a.phone, a.website, a.business_type,
      a.business_description, a.monthly_volume, a.average_transaction_size, a.customer_base, a.company_size,
      a.business_registration, a.tax_id, a.incorporation_country, a.business_address, a.status, a.review_notes,
      d.email::text as reviewed_by, a.reviewed_at, a.merchant_id, a.created_at
    from (${page}) found join merchant_applications a on a.id = found.id left join admins d on d.id = a.reviewed_by
    order by ${order}`.execute(db)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
  }))
}
