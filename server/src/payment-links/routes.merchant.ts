import * as calls from '@bitquay/contract/payment-links'
import type { Deps } from '../deps.ts'
import { exportBatch, rowsOf, sendCsv } from '../platform/http/csv.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { linkColumns } from './csv-export.ts'
import { listPaymentLinks, summarizePaymentLinks } from './queries.ts'
import { changePaymentLink, createPaymentLink } from './save-payment-link.ts'

export const paymentLinkRoutes = (deps: Deps): Route[] => [
  keyedRoute(calls.createPaymentLink, ({ person, body, idempotencyKey }) =>
    createPaymentLink(deps, person, body, { createdBy: person.email, idempotencyKey }),
  ),
  route(calls.listPaymentLinks, async ({ person, query: { limit, cursor, ...filter }, nextCursor }) => {
    const page = { limit, cursor }
    const { rows, next } = await listPaymentLinks(deps.db, person.merchantId, filter, page, deps.config.publicUrl)
    nextCursor(next)
    return rows
  }),
  route(calls.exportPaymentLinks, async ({ person, query: filter, raw }) => {
    const rows = rowsOf((cursor) => {
      const page = { limit: exportBatch, cursor }
      return listPaymentLinks(deps.db, person.merchantId, filter, page, deps.config.publicUrl)
    })
    sendCsv(raw.reply, { name: 'bitquay-payment-links', columns: linkColumns(filter.tz), rows })
  }),
  route(calls.summarizePaymentLinks, ({ person, query }) => summarizePaymentLinks(deps.db, person.merchantId, query)),
  route(calls.changePaymentLink, ({ person, params, body }) => changePaymentLink(deps, person, params.id, body)),
]
