import { payMethods } from '@bitquay/contract/invoices.options'
import type { MerchantDetails } from '../people/index.ts'

/** Business details and defaults as calls have them. A detail that wasn't given is an empty text. */
export const presentDetails = (row: MerchantDetails) => ({
  legalName: row.legalName ?? '',
  street: row.street ?? '',
  city: row.city ?? '',
  region: row.region ?? '',
  postalCode: row.postalCode ?? '',
  country: row.country ?? '',
  taxId: row.taxId ?? '',
  phone: row.phone ?? '',
  website: row.website ?? '',
  timeZone: row.timeZone,
  currency: row.currency,
  dayEndsHour: row.dayEndsHour,
  payMethods: payMethods.filter((method) => row.payMethods.includes(method)),
  priceMinutes: row.priceMinutes,
  shortPercent: Number(row.shortPercent),
  passesFee: row.passesFee,
  zeroConfirmationLimitUsd: row.zeroConfirmationLimitUsd,
  defaultLanguage: row.defaultLanguage,
  sendsReminders: row.sendsReminders,
})
