import { z } from 'zod'
import { call } from '../call.ts'
import { quotedCurrency } from '../prices.ts'

export const listCurrencies = call({
  operationId: 'listCurrencies',
  method: 'GET',
  path: '/api/v1/currencies',
  audience: 'api',
  scope: 'read',
  summary: 'List the currencies that an invoice can be priced in. The list is updated once a day',
  output: z.array(quotedCurrency),
})
