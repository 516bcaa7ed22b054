import * as calls from '@bitquay/contract/promo-codes'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { createPromoCode, resumePromoCode, revokePromoCode } from './manage-promo-codes.ts'
import { findPromoCodeById, listPromoCodes, summarizePromoCodes } from './queries.ts'

export const promoCodeRoutes = (deps: Deps): Route[] => {
  const get = async (id: number) => {
    const found = await findPromoCodeById(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    shortListRoute(calls.listPromoCodes, () => listPromoCodes(deps.db)),
    route(calls.summarizePromoCodes, () => summarizePromoCodes(deps.db)),
    route(calls.createPromoCode, async ({ person, body, source }) => {
      const { id } = await createPromoCode(deps, person, body, source)
      return get(id)
    }),
    route(calls.revokePromoCode, async ({ person, params, body, source }) => {
      await revokePromoCode(deps, person, { ...params, ...body }, source)
      return get(params.id)
    }),
    route(calls.resumePromoCode, async ({ person, params, body, source }) => {
      await resumePromoCode(deps, person, { ...params, ...body }, source)
      return get(params.id)
    }),
  ]
}
