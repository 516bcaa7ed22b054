import { listTransactions as call } from '@bitquay/contract/v1/transactions'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { listTransactions } from './queries.merchant.ts'

export const transactions = ({ db }: Deps) =>
  route(call, async ({ apiKey, query: { limit, cursor, ...filter }, nextCursor }) => {
    const { transactions: page, next } = await listTransactions(db, apiKey.merchantId, filter, { limit, cursor })
    nextCursor(next)
    return page
  })
