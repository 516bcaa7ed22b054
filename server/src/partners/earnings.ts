import * as calls from '@bitquay/contract/partners'
import { findWaiting, presentWaiting } from '../accounts/require-withdrawals-open.ts'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { readPartnerDashboard, readPartnerWallet } from './partner-dashboard.ts'
import { getPartnerFigures } from './queries.figures.ts'
import { listFeeTransactions, listPartnerTransactions } from './queries.transactions.ts'
import { quoteNetworkFee } from './quote-network-fee.ts'

const feesOf = { deposit: 'depositFees', withdrawal: 'withdrawalFees', lightning: 'lightningFees' } as const
const countOf = { deposit: 'depositCount', withdrawal: 'withdrawalCount', lightning: 'lightningCount' } as const

export const earningRoutes = (deps: Deps): Route[] => [
  route(calls.getPartnerDashboard, async ({ person }) => ({
    ...(await readPartnerDashboard(deps.db, person.id)),
    ...(await quoteNetworkFee(deps.db, person.id)),
  })),
  route(calls.getPartnerWallet, async ({ person }) => ({
    ...(await readPartnerWallet(deps.db, person.id)),
    ...(await quoteNetworkFee(deps.db, person.id)),
    withdrawalsClosed: presentWaiting(await findWaiting(deps.db, deps.config, person)),
  })),
  route(calls.listPartnerTransactions, async ({ person, query, nextCursor }) => {
    const { transactions, next } = await listPartnerTransactions(deps.db, person, query)
    nextCursor(next)
    return transactions
  }),
  route(calls.getFeeBreakdown, async ({ person, query: { feeType, ...page }, nextCursor }) => {
    const { feeBreakdown } = await getPartnerFigures(deps.db, person.id)
    const { transactions, next } = await listFeeTransactions(deps.db, person.id, feeType, page)
    nextCursor(next)
    return {
      summary: { totalTransactions: feeBreakdown[countOf[feeType]], totalRevenue: feeBreakdown[feesOf[feeType]] },
      transactions,
    }
  }),
]
