import { z } from 'zod'
import { currency } from '../amounts.ts'
import { call } from '../call.ts'
import { timestamp } from '../scalars.ts'

export const listRates = call({
  operationId: 'listRates',
  method: 'GET',
  path: '/api/v1/rates',
  audience: 'api',
  scope: 'read',
  summary: 'List what one bitcoin costs in each currency that an invoice can be priced in',
  description:
    'The price in dollars is read every minute. Currencies that only few use are converted with exchange rates that are read once a day. An invoice gets its own rate when it is created.',
  query: z.strictObject({ currency: currency.optional().describe('Only the rate in this currency.') }),
  output: z.array(
    z
      .strictObject({
        currency: z.string().describe('The ISO 4217 code, or `BTC` or `SATS`.'),
        rate: z.string().describe('What one bitcoin costs, as a decimal string.'),
        at: timestamp.describe('When the rate was read.'),
        stale: z.boolean().describe('Whether that is too long ago to trust it.'),
      })
      .meta({ id: 'Rate', description: 'What one bitcoin costs in a currency.' }),
  ),
})
