import { z } from 'zod'
import { call } from '../call.ts'
import { linkList, linkOptionFields, paymentLink, paymentLinkChange, paymentLinkForm } from '../payment-links.ts'
import { idParam, page } from '../scalars.ts'

const params = z.strictObject({ id: idParam.describe('The payment link’s ID.') })

export const createPaymentLink = call({
  operationId: 'createPaymentLink',
  method: 'POST',
  path: '/api/v1/payment-links',
  audience: 'api',
  scope: 'invoices',
  summary: 'Create a payment link',
  body: paymentLinkForm,
  optionFields: linkOptionFields,
  output: paymentLink,
  errors: ['invalid-option', 'store-closed', 'idempotency-key-reused', 'request-in-progress'],
})

export const listPaymentLinks = call({
  operationId: 'listPaymentLinks',
  method: 'GET',
  path: '/api/v1/payment-links',
  audience: 'api',
  scope: 'read',
  summary: 'List payment links with their totals, newest first',
  query: z.strictObject({ ...page, ...linkList.filterShape, sort: linkList.sort }),
  output: z.array(paymentLink),
})

export const getPaymentLink = call({
  operationId: 'getPaymentLink',
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
  operationId: 'changePaymentLink',
  method: 'PATCH',
  path: '/api/v1/payment-links/:id',
  audience: 'api',
  scope: 'invoices',
  summary: 'Update, pause or resume a payment link. Fields that you leave out stay the same',
  params,
  body: paymentLinkChange,
  optionFields: linkOptionFields,
  output: paymentLink,
  errors: ['invalid-option', 'not-found'],
})
