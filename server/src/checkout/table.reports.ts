import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import type { Tx } from '../platform/db/transaction.ts'

type Report = { invoiceRef: number; merchantId: number; reason: string; contact: string | undefined }

export const saveReport = async (tx: Tx, { contact, ...report }: Report) => {
  await tx
    .insertInto('pageReports')
    .values({ ...report, contact: contact ?? null })
    .execute()
}

/** A report may name the person who sent it, so it is not kept for longer than an operator needs it. */
export const pruneReports = (db: Db) =>
  sql`delete from page_reports where created_at < app_now() - interval '90 days'`.execute(db)
