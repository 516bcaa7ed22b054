import { z } from 'zod'
import { call } from '../call.ts'
import { btcAmount, timestamp, usdAmount } from '../scalars.ts'

const money = z.strictObject({ btc: btcAmount, usd: usdAmount })

export const getBalances = call({
  method: 'GET',
  path: '/api/v1/balances',
  audience: 'api',
  scope: 'read',
  summary: 'Retrieve on-chain and Lightning balances and the amount available to send',
  output: z.strictObject({
    /** Everything in the store's wallet. */
    onChain: money,
    /** The part that could be withdrawn now. */
    available: money,
    lightning: money,
    /** Platform fees that aren't collected yet. */
    feesOwed: money,
    /** False until the store is set up. */
    configured: z.boolean(),
    /** When the figures were read, and whether that is too long ago to trust them. */
    asOf: timestamp.nullable(),
    stale: z.boolean(),
  }),
})
