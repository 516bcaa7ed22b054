import type { Application } from '@bitquay/contract/applications'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'

type Row = Omit<Application, 'createdAt' | 'reviewedAt'> & { createdAt: Date; reviewedAt: Date | null }

export const findApplication = async (db: Db, id: number): Promise<Application | undefined> =>
  (await readApplications(db, sql`select id from merchant_applications where id = ${id}`, sql`a.id`))[0]

/** Reads applications, each with the email address of the admin who decided it. */
export const readApplications = async (
  db: Db,
  page: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<Application[]> => {
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
