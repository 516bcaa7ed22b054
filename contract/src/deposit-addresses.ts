import { z } from 'zod'
import { call } from './call.ts'
import { btcAmount, id, oneLine, page, text, timestamp, usdAmount } from './scalars.ts'

export const depositAddressForm = z.strictObject({
  reference: z
    .string('Enter a reference')
    .overwrite(oneLine)
    .min(1, 'Enter a reference')
    .max(200, 'Use at most 200 characters')
    .describe('Your own name for the customer or account. The same reference always returns the same address.'),
})

export const depositAddress = z
  .strictObject({
    id: id.describe('The deposit address’s ID.'),
    reference: z.string().describe('Your own name for the customer or account.'),
    address: z.string().describe('The Bitcoin address. It stays the same.'),
    payments: z.number().int().describe('How many payments count.'),
    receivedBtc: btcAmount.describe('What they add up to, in bitcoin.'),
    receivedUsd: usdAmount.describe('What they add up to, in dollars.'),
    createdAt: timestamp.describe('When it was created.'),
  })
  .meta({ id: 'DepositAddress', description: 'A Bitcoin address that stays the same for a customer.' })
export type DepositAddress = z.infer<typeof depositAddress>

export const depositAddressFilter = {
  search: text(200).optional().describe('The reference from its beginning, or the whole address.'),
}

export const createErrors = [
  'not-configured',
  'engine-unavailable',
  'engine-refused',
  'too-many-deposit-addresses',
] as const

export const createDepositAddress = call({
  method: 'POST',
  path: '/api/merchant/deposit-addresses',
  audience: 'merchant-manager',
  summary: 'Create the deposit address of a reference. The same reference returns the same address',
  body: depositAddressForm,
  output: depositAddress,
  errors: createErrors,
})

export const listDepositAddresses = call({
  method: 'GET',
  path: '/api/merchant/deposit-addresses',
  audience: 'merchant',
  summary: 'List your deposit addresses with what they received, newest first',
  query: z.strictObject({ ...page, ...depositAddressFilter }),
  output: z.array(depositAddress),
})
