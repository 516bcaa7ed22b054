import { z } from 'zod'
import { call } from './call.ts'
import { email, emptyAsAbsent, text } from './scalars.ts'

const params = z.strictObject({ invoiceId: z.string().min(1).max(100) })

/** The language of the page that requests it. Any other than the ones we have counts as none. */
const query = z.strictObject({ lang: z.string().max(35).optional() })

/** How often the receipt of one invoice can be emailed, by whomever and to whomever. */
export const mostReceiptEmails = 3

export const printReceipt = call({
  method: 'GET',
  path: '/api/checkout/:invoiceId/receipt',
  audience: 'public',
  summary: 'Download the receipt of a paid invoice as PDF',
  params,
  query,
  output: z.unknown(),
  media: 'application/pdf',
  errors: ['too-many-attempts'],
})

export const emailReceipt = call({
  method: 'POST',
  path: '/api/checkout/:invoiceId/receipt',
  audience: 'public',
  summary: 'Email the receipt of a paid invoice. Without an address it goes to the one on the invoice',
  params,
  query,
  body: z.strictObject({ email: emptyAsAbsent(email) }),
  // The address on the invoice is not for everyone who has the link, so the response doesn't hold it.
  output: z.strictObject({ sent: z.boolean() }),
  errors: ['receipt-limit-reached', 'too-many-attempts'],
})

export const reportForm = z.strictObject({
  reason: text(1000).min(1, 'Please tell us what’s wrong'),
  contact: emptyAsAbsent(text(254)),
})

export const reportCheckout = call({
  method: 'POST',
  path: '/api/checkout/:invoiceId/report',
  audience: 'public',
  summary: 'Report a checkout page to the operator',
  params,
  body: reportForm,
  output: z.strictObject({ reported: z.boolean() }),
  errors: ['too-many-attempts'],
})
