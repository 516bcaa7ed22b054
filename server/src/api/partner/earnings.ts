import * as calls from '@bitquay/contract/partners'
import type { Deps } from '../../deps.ts'
import { quoteNetworkFee } from '../../flows/partners/quote-network-fee.ts'
import { findWaiting, presentWaiting } from '../../flows/sends/require-open.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readPartnerDashboard, readPartnerWallet } from '../../views/partner-dashboard.ts'
import { getPartnerFigures } from '../../views/partner-figures.ts'
import { listFeeTransactions, listPartnerTransactions } from '../../views/partner-transactions.ts'

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
