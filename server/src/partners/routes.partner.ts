import { centsOfSats, fromCents, fromSats } from '@bitquay/contract/money'
import * as calls from '@bitquay/contract/partners'
import { getPartnerStatement } from '@bitquay/contract/partners'
import { authorizeByTotp, findWaiting, presentWaiting } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { findPause } from '../platform/db/platform-row.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { sendPdf } from '../platform/http/pdf.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { describePeriod } from '../platform/http/statement-text.ts'
import { findPrice } from '../prices/index.ts'
import { estimateNetworkFee } from '../sends/index.ts'
import { findStore } from '../stores/index.ts'
import { partnerTransactionColumns, readStatement, statementColumns } from './csv-export.ts'
import { describeTotals, groupByDay, isByDate, pdfColumns } from './pdf-statement.ts'
import { getPartnerFigures, readPartnerDashboard, readPartnerWallet } from './queries.figures.ts'
import { findPayout, listPayouts, presentPayout } from './queries.payouts.ts'
import {
  listFeeTransactions,
  listPartnerTransactions,
  type PartnerQuery,
  summarizePartnerTransactions,
} from './queries.transactions.ts'
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
  route(calls.listPartnerTransactions, async ({ person, query, nextCursor }) => {
    const { transactions, next } = await listPartnerTransactions(deps.db, person, query)
    nextCursor(next)
    return transactions
  }),
  route(calls.exportPartnerTransactions, async ({ person, query, raw }) => {
    const rows = allTransactions(deps.db, person, query)
    sendCsv(raw.reply, { name: 'bitquay-partner-transactions', columns: partnerTransactionColumns(query.tz), rows })
  }),
  route(calls.printPartnerTransactions, async ({ person, query, raw }) => {
    const { sort: _, ...filter } = query
    const { rows, groups } = groupByDay(allTransactions(deps.db, person, query), query.tz)
    await sendPdf(raw.reply, {
      name: 'bitquay-partner-transactions',
      title: 'Your share of payments',
      subtitle: [describePeriod(query)],
      columns: pdfColumns(query),
      rows,
      groups: isByDate(query) ? groups : undefined,
      totals: describeTotals(await summarizePartnerTransactions(deps.db, person, filter)),
    })
  }),
  route(calls.summarizePartnerTransactions, ({ person, query }) =>
    summarizePartnerTransactions(deps.db, person, query),
  ),
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

const allTransactions = (db: Db, partner: { id: number }, query: PartnerQuery) =>
  rowsOf(async (cursor) => {
    const { transactions, next } = await listPartnerTransactions(db, partner, { ...query, limit: exportBatch, cursor })
    return { rows: transactions, next }
  })

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
