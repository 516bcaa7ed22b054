import { listTransactions } from '@bitquay/contract/v1/transactions'
import type { Deps } from '../deps.ts'
import { route } from '../platform/http/route.ts'
import { transactions as list } from './list.ts'

export const transactions = ({ db }: Deps) =>
  route(listTransactions, async ({ apiKey, query: { limit, cursor, ...query }, nextCursor }) => {
    const { rows, next } = await list.show(db, apiKey.merchantId, query, { limit, cursor })
    nextCursor(next)
    return rows
  })
