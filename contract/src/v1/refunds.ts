import { z } from 'zod'
import { call } from '../call.ts'
import { invoiceIdParam } from '../invoices.ts'
import { period } from '../lists.ts'
import { refund, refundKinds, refundOrder, refundStatuses } from '../refunds.ts'
import { idParam, page } from '../scalars.ts'

const params = z.strictObject({ invoiceId: invoiceIdParam })
const ofRefund = z.strictObject({ id: idParam.describe('The refund’s ID.') })

const refundErrors = [
  'not-found',
  'not-configured',
  'nothing-to-refund',
  'refund-too-large',
  'amount-too-small',
  'refund-email-missing',
  'refund-limit-reached',
  'refund-invoice-too-old',
  'customer-email-limit',
  'withdrawals-paused',
  'withdrawals-closed',
  'idempotency-key-reused',
  'request-in-progress',
] as const

export const createRefund = call({
  operationId: 'createRefund',
  method: 'POST',
  path: '/api/v1/invoices/:invoiceId/refunds',
  audience: 'api',
  scope: 'refunds',
  summary:
    'Refund an invoice in part or in full. The claim link is emailed to the address that the invoice had when its first payment was seen, and to nobody else',
  params,
  body: z.strictObject(refundOrder),
  output: refund,
  errors: refundErrors,
})

export const refundInvoice = call({
  operationId: 'refundInvoice',
  method: 'POST',
  path: '/api/v1/invoices/:invoiceId/refund',
  audience: 'api',
  scope: 'refunds',
  summary: 'Refund the overpaid amount, or everything that is left',
  params,
  body: z.strictObject({
    kind: z.enum(refundKinds).describe('What to refund: the overpaid part, or everything that is left.'),
    reason: refundOrder.reason,
  }),
  output: refund,
  errors: refundErrors,
})

export const listRefunds = call({
  operationId: 'listRefunds',
  method: 'GET',
  path: '/api/v1/refunds',
  audience: 'api',
  scope: 'read',
  summary: 'List refunds, newest first',
  query: z.strictObject({
    ...page,
    invoiceId: invoiceIdParam.optional().describe('Only refunds of this invoice.'),
    status: z.enum(refundStatuses).optional().describe('Only refunds with this status.'),
    ...period,
  }),
  output: z.array(refund),
  errors: ['not-found'],
})

export const getRefund = call({
  operationId: 'getRefund',
  method: 'GET',
  path: '/api/v1/refunds/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a refund',
  params: ofRefund,
  output: refund,
  errors: ['not-found'],
})

export const cancelRefund = call({
  operationId: 'cancelRefund',
  method: 'POST',
  path: '/api/v1/refunds/:id/cancel',
  audience: 'api',
  scope: 'refunds',
  summary: 'Cancel a refund that the customer has not claimed',
  params: ofRefund,
  output: refund,
  errors: ['not-found', 'refund-claimed', 'refund-closed'],
})
