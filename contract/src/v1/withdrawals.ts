import { z } from 'zod'
import { call } from '../call.ts'
import { positiveAmount } from '../invoices.ts'
import { idParam, page, text } from '../scalars.ts'
import { withdrawal } from '../withdrawals.ts'

export const createWithdrawal = call({
  method: 'POST',
  path: '/api/v1/withdrawals',
  audience: 'api',
  scope: 'withdrawals',
  summary: 'Send bitcoin to an address that the key may send to; answers once it is broadcast, or 202 after 10 seconds',
  body: z.strictObject({
    address: z
      .string('Bitcoin address is required')
      .min(1, 'Bitcoin address is required')
      .max(200)
      .describe('One of the addresses that were chosen when the key was made.'),
    amountUsd: positiveAmount(2, 'Please enter a valid amount').describe(
      'In dollars; converted at the current price. The network’s fee comes on top.',
    ),
    description: text(500).optional().describe('For you.'),
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
  summary: 'Withdrawals, newest first',
  query: z.strictObject(page),
  output: z.array(withdrawal),
})

export const getWithdrawal = call({
  method: 'GET',
  path: '/api/v1/withdrawals/:id',
  audience: 'api',
  scope: 'read',
  summary: 'One withdrawal',
  params: z.strictObject({ id: idParam }),
  output: withdrawal,
  errors: ['not-found'],
})
