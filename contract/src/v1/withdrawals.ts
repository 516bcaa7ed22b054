import { z } from 'zod'
import { call } from '../call.ts'
import { positiveAmount } from '../invoices.ts'
import { btcAmount, idParam, page, text, usdAmount } from '../scalars.ts'
import { withdrawal, withdrawalList } from '../withdrawals.ts'

export const createWithdrawal = call({
  operationId: 'createWithdrawal',
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

export const quoteWithdrawal = call({
  operationId: 'quoteWithdrawal',
  method: 'POST',
  path: '/api/v1/withdrawals/quote',
  audience: 'api',
  scope: 'withdrawals',
  summary: 'Quote a withdrawal at current prices. Nothing is sent',
  body: z.strictObject({
    amountUsd: positiveAmount(2, 'Please enter a valid amount').describe('What the receiver gets, in dollars.'),
  }),
  output: z
    .strictObject({
      amountUsd: usdAmount.describe('What the receiver gets, in dollars.'),
      amountBtc: btcAmount.describe('What the receiver gets, in bitcoin.'),
      feeUsd: usdAmount.describe('The platform’s fee, in dollars.'),
      networkFeeUsd: usdAmount.describe('The network fee, in dollars.'),
      networkFeeBtc: btcAmount.describe('The network fee, in bitcoin.'),
      feeRate: z.number().describe('The network fee in satoshis per virtual byte.'),
      totalUsd: usdAmount.describe('What leaves the wallet: the amount and both fees, in dollars.'),
      totalBtc: btcAmount.describe('The same in bitcoin.'),
      availableUsd: usdAmount.describe('The largest amount that can be withdrawn.'),
      sufficient: z.boolean().describe('Whether the wallet has enough.'),
      btcPrice: usdAmount.describe('The price of one bitcoin that was used, in dollars.'),
    })
    .meta({ id: 'WithdrawalQuote', description: 'What a withdrawal would cost now.' }),
  errors: ['not-configured', 'price-too-old'],
})

export const listWithdrawals = call({
  operationId: 'listWithdrawals',
  method: 'GET',
  path: '/api/v1/withdrawals',
  audience: 'api',
  scope: 'read',
  summary: 'List withdrawals, newest first',
  query: z.strictObject({ ...page, ...withdrawalList.filterShape, sort: withdrawalList.sort }),
  output: z.array(withdrawal),
})

export const getWithdrawal = call({
  operationId: 'getWithdrawal',
  method: 'GET',
  path: '/api/v1/withdrawals/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a withdrawal',
  params: z.strictObject({ id: idParam.describe('The withdrawal’s ID.') }),
  output: withdrawal,
  errors: ['not-found'],
})
