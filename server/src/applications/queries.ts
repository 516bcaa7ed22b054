import type { Application } from '@bitquay/contract/applications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { toSearchQuery } from '../platform/db/search-query.ts'

type Row = Omit<Application, 'createdAt' | 'reviewedAt'> & { createdAt: Date; reviewedAt: Date | null }

type Filter = {
  limit: number
  cursor: string | undefined
  status: string | undefined
  search: string | undefined
}

/** Lists applications, newest first, each with the email address of the admin who decided it. */
export const listApplications = async (db: Db, { limit, cursor, status, search }: Filter) => {
  const query = toSearchQuery(search)
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (cursor !== undefined) conditions.push(sql`a.id < ${Number(cursor)}`)
  if (status !== undefined) conditions.push(sql`a.status = ${status}`)
  if (query !== undefined) {
    conditions.push(
      sql`search_words(a.business_name || ' ' || a.contact_name || ' ' || a.email::text) @@ ${query}::tsquery`,
    )
  }
  const rows = await read(db, sql.join(conditions, sql` and `), limit + 1)
  const page = rows.slice(0, limit)
  return { page, next: rows.length > limit ? String(page.at(-1)?.id) : undefined }
}

export const findApplication = async (db: Db, id: number): Promise<Application | undefined> =>
  (await read(db, sql`a.id = ${id}`, 1))[0]

const read = async (db: Db, where: RawBuilder<unknown>, limit: number): Promise<Application[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.business_name, a.contact_name, a.email::text as email, a.phone, a.website, a.business_type,
      a.business_description, a.monthly_volume, a.average_transaction_size, a.customer_base, a.company_size,
      a.business_registration, a.tax_id, a.incorporation_country, a.business_address, a.status, a.review_notes,
      d.email::text as reviewed_by, a.reviewed_at, a.merchant_id, a.created_at
    from merchant_applications a left join admins d on d.id = a.reviewed_by
    where ${where} order by a.id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
  }))
}
