import { z } from 'zod'
import { call } from '../call.ts'
import { linkFilter, linkSort, paymentLink, paymentLinkChange, paymentLinkForm } from '../payment-links.ts'
import { idParam, page } from '../scalars.ts'

const params = z.strictObject({ id: idParam })

export const createPaymentLink = call({
  method: 'POST',
  path: '/api/v1/payment-links',
  audience: 'api',
  scope: 'invoices',
  summary: 'Create a payment link',
  body: paymentLinkForm,
  output: paymentLink,
  errors: ['idempotency-key-reused', 'request-in-progress'],
})

export const listPaymentLinks = call({
  method: 'GET',
  path: '/api/v1/payment-links',
  audience: 'api',
  scope: 'read',
  summary: 'List payment links with their totals, newest first',
  query: z.strictObject({ ...page, ...linkFilter, sort: linkSort }),
  output: z.array(paymentLink),
})

export const getPaymentLink = call({
  method: 'GET',
  path: '/api/v1/payment-links/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a payment link',
  params,
  output: paymentLink,
  errors: ['not-found'],
})

export const changePaymentLink = call({
  method: 'PATCH',
  path: '/api/v1/payment-links/:id',
  audience: 'api',
  scope: 'invoices',
  summary: 'Update, pause or resume a payment link. Fields that you leave out stay the same',
  params,
  body: paymentLinkChange,
  output: paymentLink,
  errors: ['not-found'],
})
