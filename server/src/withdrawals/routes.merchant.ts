import * as calls from '@bitquay/contract/withdrawals'
import { authorizeByTotp } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { getMerchantSettings } from '../merchants/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { sendPdf } from '../platform/http/pdf.ts'
import { accepted, keyedRoute, type Route, route } from '../platform/http/route.ts'
import { withdrawalColumns } from './csv-export.ts'
import { findWithdrawal, listWithdrawals, type WithdrawalQuery } from './queries.ts'
import { quoteWithdrawal } from './quote-withdrawal.ts'
import { describeQuery, describeTotals, groupWithdrawals, statementColumns } from './statement.ts'
import { summarizeWithdrawals } from './summarize-withdrawals.ts'
import { cancelWithdrawal, withdraw } from './withdraw.ts'

export const withdrawalRoutes = (deps: Deps): Route[] => {
  const getOwn = async (merchantId: number, id: number) => {
    const own = await findWithdrawal(deps.db, merchantId, id)
    if (!own) throw new ApiError('not-found')
    return own
  }
  const listAll = (merchantId: number, query: WithdrawalQuery) =>
    rowsOf((cursor) => listWithdrawals(deps.db, merchantId, query, { limit: exportBatch, cursor }))
  return [
    route(calls.quoteWithdrawal, ({ person, body }) => quoteWithdrawal(deps, person.merchantId, body)),
    keyedRoute(calls.withdraw, async ({ person, body, source, idempotencyKey }) => {
      const { twoFactorToken, ...form } = body
      const send = await withdraw(deps, {
        merchantId: person.merchantId,
        form,
        idempotencyKey,
        actor: person,
        source,
        authorise: authorizeByTotp(deps, person, twoFactorToken, source),
      })
      const withdrawal = await getOwn(person.merchantId, send.id)
      if (withdrawal.status === 'failed' || withdrawal.status === 'cancelled') {
        throw new ApiError('withdrawal-ended', { message: withdrawal.problem ?? undefined })
      }
      const isOut = withdrawal.status === 'broadcast' || withdrawal.status === 'confirmed'
      return isOut
        ? { txid: withdrawal.txid, status: withdrawal.status as 'broadcast' | 'confirmed', withdrawal }
        : accepted({ txid: null, status: 'processing' as const, withdrawal })
    }),
    route(calls.listWithdrawals, async ({ person, query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await listWithdrawals(deps.db, person.merchantId, filter, { limit, cursor })
      nextCursor(next)
      return rows
    }),
    route(calls.exportWithdrawals, async ({ person, query, raw }) => {
      const rows = listAll(person.merchantId, query)
      sendCsv(raw.reply, { name: 'bitquay-withdrawals', columns: withdrawalColumns(query.tz), rows })
    }),
    route(calls.printWithdrawals, async ({ person: { merchantId }, query, raw }) => {
      const { sort: _sort, ...filter } = query
      const { storeName } = await getMerchantSettings(deps.db, merchantId)
      await sendPdf(raw.reply, {
        name: 'bitquay-withdrawals',
        title: 'Withdrawals',
        subtitle: [storeName, ...describeQuery(query)],
        columns: statementColumns(query),
        ...groupWithdrawals(listAll(merchantId, query), query),
        totals: describeTotals(await summarizeWithdrawals(deps.db, merchantId, filter)),
      })
    }),
    route(calls.summarizeWithdrawals, ({ person, query }) => summarizeWithdrawals(deps.db, person.merchantId, query)),
    route(calls.getWithdrawal, ({ person, params }) => getOwn(person.merchantId, params.id)),
    route(calls.cancelWithdrawal, async ({ person, params, source }) => {
      await getOwn(person.merchantId, params.id)
      await cancelWithdrawal(deps, person, params.id, source)
      return getOwn(person.merchantId, params.id)
    }),
  ]
}
