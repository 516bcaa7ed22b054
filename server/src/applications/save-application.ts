import type { Tx } from '../platform/db/transaction.ts'

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

/** Keeps an application. Answers undefined when the address has applied before: then nothing is stored. */
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
