import { call } from '@bitquay/contract/call'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { queryOf } from '../../lib/query-client.ts'

const getBalance = call({
  method: 'GET',
  path: '/api/merchant/balance',
  audience: 'merchant',
  summary: 'The merchant’s own wallet',
  output: z.strictObject({ btc: z.string(), usd: z.string(), availableUsd: z.string(), configured: z.boolean() }),
})

/** Every five seconds, in the background too: a merchant watches this figure. */
export const useBalance = () =>
  useQuery({ ...queryOf(getBalance), refetchInterval: 5_000, refetchIntervalInBackground: true })
