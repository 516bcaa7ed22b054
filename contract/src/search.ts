import { z } from 'zod'
import { application } from './applications.ts'
import { call } from './call.ts'
import { invoiceSearch, listedInvoice } from './invoices.ts'
import { promoCode } from './promo-codes.ts'
import { id, timestamp, usdAmount } from './scalars.ts'
import { transaction } from './transactions.ts'

/** The most results of each kind. */
export const mostFound = 5

const merchantName = z.string().nullable()

/** Admins see whose invoice it is, but not whom it is for. */
const foundInvoice = z.strictObject({
  ...listedInvoice.pick({ invoiceId: true, state: true, overdue: true, amount: true, currency: true, createdAt: true })
    .shape,
  description: z.string().nullable(),
  customerName: z.string().nullable(),
  customerEmail: z.string().nullable(),
  /** The shop's own number of the order, from the metadata. */
  orderId: z.string().nullable(),
  merchantId: id.nullable(),
  merchantName,
})
export type FoundInvoice = z.infer<typeof foundInvoice>

const foundTransaction = z.strictObject({
  ...transaction.pick({
    type: true,
    status: true,
    purpose: true,
    /** Signed, as are the dollars. */
    amount: true,
    amountUSD: true,
    paymentLinkId: true,
    customerName: true,
    customerEmail: true,
    timestamp: true,
  }).shape,
  /** Names the row in the list that the person can open. */
  key: z.string(),
  txid: z.string(),
  description: z.string().nullable(),
  merchantName,
})
export type FoundTransaction = z.infer<typeof foundTransaction>

const foundCustomer = z.strictObject({
  email: z.string(),
  name: z.string().nullable(),
  invoices: z.number().int(),
  receivedUsd: usdAmount,
})
export type FoundCustomer = z.infer<typeof foundCustomer>

/** Partners see the name only. */
const foundMerchant = z.strictObject({
  id,
  storeName: z.string(),
  email: z.string().nullable(),
  isActive: z.boolean().nullable(),
})
export type FoundMerchant = z.infer<typeof foundMerchant>

const foundApplication = z.strictObject({
  ...application.pick({ id: true, businessName: true, contactName: true, status: true }).shape,
  createdAt: timestamp,
})
export type FoundApplication = z.infer<typeof foundApplication>

/** Someone who signs in for a merchant, or an administrator. */
const foundPerson = z.strictObject({
  kind: z.enum(['merchant', 'merchant-user', 'admin']),
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(['owner', 'admin', 'user']).nullable(),
  merchantName,
  status: z.enum(['active', 'invited', 'expired', 'inactive']),
  twoFactorEnabled: z.boolean(),
  lastSeenAt: timestamp.nullable(),
})
export type FoundPerson = z.infer<typeof foundPerson>

const foundPartner = z.strictObject({
  ...{ id, name: z.string(), email: z.string(), sharePercentage: z.number(), isActive: z.boolean() },
})
export type FoundPartner = z.infer<typeof foundPartner>

const foundPromoCode = promoCode.pick({ id: true, code: true, description: true, state: true, expiresAt: true })
export type FoundPromoCode = z.infer<typeof foundPromoCode>

export const searchResults = z.strictObject({
  invoices: z.array(foundInvoice).max(mostFound),
  transactions: z.array(foundTransaction).max(mostFound),
  customers: z.array(foundCustomer).max(mostFound),
  merchants: z.array(foundMerchant).max(mostFound),
  applications: z.array(foundApplication).max(mostFound),
  people: z.array(foundPerson).max(mostFound),
  partners: z.array(foundPartner).max(mostFound),
  promoCodes: z.array(foundPromoCode).max(mostFound),
})
export type SearchResults = z.infer<typeof searchResults>

export const search = call({
  method: 'GET',
  path: '/api/search',
  audience: 'person',
  summary:
    'Search everything that you may see. Merchants find their invoices, transactions and customers, partners the merchants that they earn from, admins merchants, people, partners, promo codes, applications, invoices and transactions',
  query: z.strictObject({ q: invoiceSearch.min(2) }),
  output: searchResults,
})
