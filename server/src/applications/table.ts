import type { CorrectableField } from '@bitquay/contract/applications.requests'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { pruneInBatches } from '../platform/db/prune-in-batches.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { MerchantApplications } from '../platform/db/types.ts'

export type ApplicationRow = Selectable<MerchantApplications>

/** Locks an application, so that of several decisions at the same time one is the first. */
export const lockApplication = (tx: Tx, id: number): Promise<ApplicationRow | undefined> =>
  tx.selectFrom('merchantApplications').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

type Decision = { adminId: number; reviewNotes: string | null } & (
  | { status: 'approved'; merchantId: number }
  | { status: 'rejected'; merchantId?: never }
)

/** An application is decided only once. */
export const markDecided = async (tx: Tx, id: number, { adminId, ...decision }: Decision) => {
  const decided = await tx
    .updateTable('merchantApplications')
    .set({ ...decision, reviewedBy: adminId, reviewedAt: tx.now })
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .returning('id')
    .executeTakeFirst()
  if (!decided) throw new Error(`application ${id} was decided by someone else in the meantime`)
}

export type ApplicationExtras = Partial<
  Record<
    | 'averageTransactionSize'
    | 'customerBase'
    | 'companySize'
    | 'businessRegistration'
    | 'taxId'
    | 'incorporationCountry'
    | 'businessAddress',
    string | null
  >
>

export const saveExtras = (tx: Tx, id: number, extras: ApplicationExtras) =>
  tx.updateTable('merchantApplications').set(extras).where('id', '=', id).execute()

/** Saves what an applicant corrected. Fields that are left out stay as they are. */
export const saveCorrections = (
  tx: Tx,
  id: number,
  { contactPhone, website, ...corrected }: Partial<Record<CorrectableField, string>>,
) =>
  tx
    .updateTable('merchantApplications')
    .set({
      ...corrected,
      ...(contactPhone === undefined ? {} : { phone: contactPhone }),
      ...(website === undefined ? {} : { website: website || null }),
    })
    .where('id', '=', id)
    .execute()

export type Application = {
  businessName: string
  businessType: string
  businessDescription: string
  contactName: string
  contactEmail: string
  contactPhone: string
  monthlyVolume: string
  website: string | undefined
}

/** Saves an application. Returns undefined if the address has applied before: then nothing is saved. */
export const saveApplication = async (tx: Tx, application: Application): Promise<number | undefined> => {
  const saved = await tx
    .insertInto('merchantApplications')
    .values({
      businessName: application.businessName,
      businessType: application.businessType,
      businessDescription: application.businessDescription,
      contactName: application.contactName,
      email: application.contactEmail,
      phone: application.contactPhone,
      monthlyVolume: application.monthlyVolume,
      website: application.website ?? null,
    })
    .onConflict((conflict) => conflict.constraint('merchant_applications_email_unique').doNothing())
    .returning('id')
    .executeTakeFirst()
  return saved?.id
}

/** Applications that were rejected are communications, which are kept for 3 years. */
export const pruneApplications = (db: Db) =>
  pruneInBatches(async (most) => {
    const { rows } = await sql<{ deleted: number }>`select prune_applications(${most}::integer) as deleted`.execute(db)
    return rows[0]?.deleted ?? 0
  })
