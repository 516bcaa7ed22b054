import { z } from 'zod'
import { call } from '../call.ts'
import { refund, refundKinds, refundOrder, refundStatuses } from '../refunds.ts'
import { idParam, page } from '../scalars.ts'

const params = z.strictObject({ invoiceId: z.string().min(1).max(100) })

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
  method: 'POST',
  path: '/api/v1/invoices/:invoiceId/refund',
  audience: 'api',
  scope: 'refunds',
  summary: 'Refund the overpaid amount, or everything that is left',
  params,
  body: z.strictObject({ kind: z.enum(refundKinds), reason: refundOrder.reason }),
  output: refund,
  errors: refundErrors,
})

export const listRefunds = call({
  method: 'GET',
  path: '/api/v1/refunds',
  audience: 'api',
  scope: 'read',
  summary: 'List refunds, newest first',
  query: z.strictObject({
    ...page,
    invoiceId: z.string().min(1).max(100).optional(),
    status: z.enum(refundStatuses).optional(),
  }),
  output: z.array(refund),
  errors: ['not-found'],
})

export const getRefund = call({
  method: 'GET',
  path: '/api/v1/refunds/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a refund',
  params: z.strictObject({ id: idParam }),
  output: refund,
  errors: ['not-found'],
})

export const cancelRefund = call({
  method: 'POST',
  path: '/api/v1/refunds/:id/cancel',
  audience: 'api',
  scope: 'refunds',
  summary: 'Cancel a refund that the customer has not claimed',
  params: z.strictObject({ id: idParam }),
  output: refund,
  errors: ['not-found', 'refund-claimed', 'refund-closed'],
})
