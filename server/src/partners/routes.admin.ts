import * as calls from '@bitquay/contract/partners.admin'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { sendCsv } from '../platform/http/csv.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { readStatement, statementColumns } from './csv-export.ts'
import { addPartner, editPartner } from './manage-partners.ts'
import { findLastEarning, type PartnerFigures, readPartnerFigures, readPartnerMetrics } from './queries.figures.ts'

export const partnerAdminRoutes = (deps: Deps): Route[] => {
  const { db } = deps
  const get = async (partnerId: number) => {
    const [figures] = await readPartnerFigures(db, partnerId)
    if (!figures) throw new ApiError('not-found', { message: 'Partner Not Found' })
    return figures
  }
  return [
    shortListRoute(calls.listPartners, async () => (await readPartnerFigures(db)).map(present)),
    route(calls.getPartnerMetrics, () => readPartnerMetrics(db)),
    route(calls.getPartner, async ({ params: { partnerId } }) => {
      const figures = await get(partnerId)
      const lastEarnedAt = await findLastEarning(db, partnerId)
      return {
        ...present(figures),
        feeBreakdown: figures.feeBreakdown,
        lastEarnedAt: lastEarnedAt?.toISOString() ?? null,
      }
    }),
    route(calls.createPartner, async ({ person, body, source }) =>
      present(await get(await addPartner(deps, person, body, source))),
    ),
    route(calls.changePartner, async ({ person, params: { partnerId }, body, source }) => {
      await editPartner(deps, person, partnerId, body, source)
      return present(await get(partnerId))
    }),
    route(calls.getStatementOfPartner, async ({ params: { partnerId }, query, raw }) => {
      await get(partnerId)
      sendCsv(raw.reply, {
        name: `partner-${partnerId}-statement`,
        columns: statementColumns,
        rows: readStatement(db, partnerId, query),
      })
    }),
  ]
}

const present = ({ partner, account }: PartnerFigures) => ({ ...partner, ...account })
