import { z } from 'zod'
import { call } from '../call.ts'
import { createErrors, depositAddress, depositAddressFilter, depositAddressForm } from '../deposit-addresses.ts'
import { idParam, page } from '../scalars.ts'

export const createDepositAddress = call({
  operationId: 'createDepositAddress',
  method: 'POST',
  path: '/api/v1/deposit-addresses',
  audience: 'api',
  scope: 'invoices',
  summary:
    'Create a Bitcoin address that stays the same for a customer. The same reference returns the same address. The usual fee applies, at the price when a payment is first seen',
  body: depositAddressForm,
  output: depositAddress,
  errors: [...createErrors, 'idempotency-key-reused', 'request-in-progress'],
})

export const listDepositAddresses = call({
  operationId: 'listDepositAddresses',
  method: 'GET',
  path: '/api/v1/deposit-addresses',
  audience: 'api',
  scope: 'read',
  summary: 'List deposit addresses with what they received, newest first',
  query: z.strictObject({ ...page, ...depositAddressFilter }),
  output: z.array(depositAddress),
})

export const getDepositAddress = call({
  operationId: 'getDepositAddress',
  method: 'GET',
  path: '/api/v1/deposit-addresses/:id',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve a deposit address',
  params: z.strictObject({ id: idParam.describe('The deposit address’s ID.') }),
  output: depositAddress,
  errors: ['not-found'],
})
