import type { CorrectableField } from '@bitquay/contract/applications.requests'
import type { ApplicationRow } from './table.ts'

/** What an application says now, by the names of its form. */
export const presentValues = (application: ApplicationRow): Record<CorrectableField, string | null> => ({
  businessName: application.businessName,
  businessType: application.businessType,
  businessDescription: application.businessDescription,
  businessRegistration: application.businessRegistration,
  incorporationCountry: application.incorporationCountry,
  taxId: application.taxId,
  businessAddress: application.businessAddress,
  website: application.website,
  monthlyVolume: application.monthlyVolume,
  averageTransactionSize: application.averageTransactionSize,
  companySize: application.companySize,
  customerBase: application.customerBase,
  contactName: application.contactName,
  contactPhone: application.phone,
})
