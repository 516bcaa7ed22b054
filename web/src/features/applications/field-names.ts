import type { CorrectableField } from '@bitquay/contract/applications.requests'
import * as t from './messages.ts'

export type ReviewField = CorrectableField | 'contactEmail'

export const fieldNames: Record<ReviewField, string> = {
  businessName: t.businessName,
  businessType: t.businessType,
  businessDescription: t.businessDescription,
  businessRegistration: t.businessRegistration,
  incorporationCountry: t.incorporationCountry,
  taxId: t.taxId,
  businessAddress: t.businessAddress,
  website: t.website,
  monthlyVolume: t.monthlyVolume,
  averageTransactionSize: t.averageTransactionSize,
  companySize: t.companySize,
  customerBase: t.customerBase,
  contactName: t.contactName,
  contactEmail: t.email,
  contactPhone: t.phone,
}

/** `Tax ID, Website` */
export const writeFields = (fields: readonly ReviewField[]) => fields.map((field) => fieldNames[field]).join(', ')
