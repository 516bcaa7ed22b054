import { z } from 'zod'
import { call } from '../call.ts'
import { positiveAmount } from '../invoices.ts'
import { idParam, page, text } from '../scalars.ts'
import { withdrawal, withdrawalFilter, withdrawalSort } from '../withdrawals.ts'

export const createWithdrawal = call({
  method: 'POST',
  path: '/api/v1/withdrawals',
  audience: 'api',
  scope: 'withdrawals',
  summary:
    'Create a withdrawal to an address that the key can send to. Responds once broadcast, or with 202 after 10 seconds',
  body: z.strictObject({
    address: z
      .string('Bitcoin address is required')
      .min(1, 'Bitcoin address is required')
      .max(200)
      .describe('One of the addresses chosen when the key was created.'),
    amountUsd: positiveAmount(2, 'Please enter a valid amount').describe(
      'In dollars, converted at the current price. The network fee is added.',
    ),
    description: text(500).optional().describe('For your own use.'),
  }),
  output: withdrawal,
  accepted: withdrawal,
  errors: [
    'not-configured',
    'withdrawal-address-not-allowed',
    'insufficient-balance',
    'invalid-address',
    'amount-too-small',
    'price-too-old',
    'withdrawals-paused',
    'withdrawals-closed',
    'withdrawal-ended',
    'idempotency-key-reused',
    'request-in-progress',
  ],
})

export const listWithdrawals = call({
  method: 'GET',
  path: '/api/v1/withdrawals',
  audience: 'api',
  scope: 'read',
  summary: 'List withdrawals, newest first',
  query: z.strictObject({ ...page, ...withdrawalFilter, sort: withdrawalSort }),
  output: z.array(withdrawal),
})

export const getWithdrawal = call({
  method: 'GET',
  path: '/api/v1/withdrawals/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a withdrawal',
  params: z.strictObject({ id: idParam }),
  output: withdrawal,
  errors: ['not-found'],
})
