import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import * as calls from '@bitquay/contract/partners'
import { getPartnerStatement } from '@bitquay/contract/partners'
import { authorizeByTotp, findWaiting, presentWaiting } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { findPause } from '../platform/db/platform-row.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { sendCsv } from '../platform/http/csv.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { findPrice } from '../prices/index.ts'
import { estimateNetworkFee } from '../sends/index.ts'
import { findStore } from '../stores/index.ts'
import { readStatement, statementColumns } from './csv-export.ts'
import { earnings } from './list.ts'
import { readEarningsByMerchant } from './queries.by-merchant.ts'
import { getPartnerFigures, readPartnerDashboard, readPartnerWallet } from './queries.figures.ts'
import { findPayout, listPayouts, presentPayout } from './queries.payouts.ts'
import { listFeeTransactions } from './queries.transactions.ts'
import { withdrawEarnings } from './withdraw-earnings.ts'

export const payoutRoutes = (deps: Deps): Route[] => [
  keyedRoute(calls.withdrawEarnings, async ({ person, body, source, idempotencyKey }) => {
    const send = await withdrawEarnings(deps, {
      partner: person,
      amountUsd: body.amount,
      address: body.btcAddress,
      idempotencyKey,
      source,
      authorize: authorizeByTotp(deps, person, body.twoFactorToken, source),
    })
    const withdrawal = presentPayout(send)
    if (send.status === 'requested' || send.status === 'signed') {
      return accepted({ txid: null, status: 'processing' as const, withdrawal })
    }
    return { txid: send.txid, status: send.status, withdrawal }
  }),
  route(calls.listPayouts, async ({ person, query, nextCursor }) => {
    const { payouts, next } = await listPayouts(deps.db, person.id, query)
    nextCursor(next)
    return payouts
  }),
  route(calls.getPayout, async ({ person, params }) => {
    const payout = await findPayout(deps.db, person.id, params.id)
    if (!payout) throw new ApiError('not-found')
    return payout
  }),
]

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
    withdrawalsUnderCheck: (await findPause(deps.db, { partnerId: person.id })) === 'review',
  })),
  ...listRoutes(deps.db, earnings, ({ person }) => person.id),
  route(calls.getEarningsByMerchant, ({ person }) => readEarningsByMerchant(deps.db, person.id)),
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

export const partnerRoutes = (deps: Deps): Route[] => [...earningRoutes(deps), ...payoutRoutes(deps), statement(deps)]

export const statement = ({ db }: Deps) =>
  route(getPartnerStatement, async ({ person, query, raw }) => {
    sendCsv(raw.reply, {
      name: `partner-${person.id}-statement`,
      columns: statementColumns,
      rows: readStatement(db, person.id, query),
    })
  })

/** The network fee of a payout of everything that a partner can withdraw. Zero while there is no wallet. */
export const quoteNetworkFee = async (db: Db, partnerId: number) => {
  const store = await findStore(db, null)
  const { availableSats } = await getPartnerFigures(db, partnerId)
  const { cents } = await findPrice(db)
  const feeSats = store ? (await estimateNetworkFee(db, store.id, availableSats > 0n ? availableSats : 0n)).feeSats : 0n
  return { networkFeeBtc: fromSats(feeSats), networkFeeUsd: fromCents(centsOfSats(feeSats, cents)) }
}
