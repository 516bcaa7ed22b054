import * as calls from '@bitquay/contract/admin-merchants'
import { requireAdminSecondFactor } from '../accounts/require-admin-second-factor.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { addMerchant } from './add-merchant.ts'
import { changeMerchant } from './change-merchant.ts'
import { findMerchant, listMerchants } from './list-merchants.ts'
import { readMerchant } from './queries.ts'

export const merchantsRoutes = (deps: Deps): Route[] => {
  const get = async (id: number) => {
    const found = await readMerchant(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    route(calls.listMerchants, async ({ query: { limit, cursor, status, search }, nextCursor }) => {
      const { page, next } = await listMerchants(deps.db, { limit, cursor, status, search })
      nextCursor(next)
      return page
    }),
    route(calls.createMerchant, async ({ body: { twoFactorToken, ...merchant }, person, source }) => {
      await requireAdminSecondFactor(deps, person, twoFactorToken, source)
      const made = await findMerchant(deps.db, await addMerchant(deps, person, merchant, source))
      if (!made) throw new Error('the merchant that was made is not there')
      return made
    }),
    route(calls.getMerchant, ({ params }) => get(params.id)),
    route(calls.changeMerchant, async ({ params, body: { twoFactorToken, ...change }, person, source }) => {
      await get(params.id)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: changesStore(change) })
      await changeMerchant(deps, person, params.id, change, source)
      return get(params.id)
    }),
  ]
}

/** Whether payments would go to another store. */
const changesStore = (change: { btcpayServerUrl?: unknown; btcpayStoreId?: unknown; btcpayApiKey?: unknown }) =>
  [change.btcpayServerUrl, change.btcpayStoreId, change.btcpayApiKey].some((detail) => detail !== undefined)
