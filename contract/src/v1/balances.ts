import { z } from 'zod'
import { call } from '../call.ts'
import { btcAmount, timestamp, usdAmount } from '../scalars.ts'

const money = z
  .strictObject({
    btc: btcAmount.describe('In bitcoin.'),
    usd: usdAmount.describe('In dollars, at the current price.'),
  })
  .meta({ id: 'Money', description: 'An amount in bitcoin and in dollars.' })

export const getBalances = call({
  operationId: 'getBalances',
  method: 'GET',
  path: '/api/v1/balances',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve on-chain and Lightning balances and the amount available to send',
  output: z
    .strictObject({
      onChain: money.describe('Everything in the store’s wallet.'),
      available: money.describe('The part that could be withdrawn now.'),
      lightning: money.describe('The Lightning balance.'),
      held: money.describe(
        'Lightning money on hold until it arrives in the wallet. Neither `onChain` nor `lightning` includes it.',
      ),
      feesOwed: money.describe('Platform fees that aren’t collected yet.'),
      configured: z.boolean().describe('False until the store is set up.'),
      asOf: timestamp.nullable().describe('When the figures were read.'),
      stale: z.boolean().describe('Whether that is too long ago to trust them.'),
    })
    .meta({ id: 'Balances', description: 'The balances of the store.' }),
})
