import * as callsadminmerchants from '@bitquay/contract/merchants.admin'
import * as calls from '@bitquay/contract/merchants.users'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { collectFees } from '../fee-collection/index.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { listRoutes } from '../platform/lists/list-routes.ts'
import { addMerchant } from './add-merchant.ts'
import { changeMerchant } from './change-merchant.ts'
import { decideName } from './decide-name.ts'
import { people } from './list.people.ts'
import { merchants } from './list.ts'
import { addMerchantUser, changeMerchantUser, removeMerchantUser } from './manage-users.ts'
import { cancelMove, moveMerchant } from './move-merchant.ts'
import { findMerchant } from './queries.list.ts'
import { listMerchantPeople } from './queries.people.ts'
import { findMerchantUser, listMerchantUsers, readMerchant } from './queries.ts'

export const merchantUserRoutes = (deps: Deps): Route[] => {
  const requireMerchant = async (id: number) => {
    if (!(await findMerchant(deps.db, id))) throw new ApiError('not-found')
  }
  const get = async (id: number) => {
    const found = await findMerchantUser(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    ...listRoutes(deps.db, people, () => undefined),
    route(calls.listMerchantPeople, async ({ query: { limit, cursor, ...filter }, nextCursor }) => {
      const { rows, next } = await listMerchantPeople(deps.db, filter, { limit, cursor })
      nextCursor(next)
      return rows
    }),
    shortListRoute(calls.listMerchantUsers, async ({ params }) => {
      await requireMerchant(params.id)
      return listMerchantUsers(deps.db, params.id)
    }),
    route(calls.createMerchantUser, async ({ params, body, person, source }) => {
      const { twoFactorToken, merchantId = params.id, ...user } = body
      if (merchantId !== params.id) {
        throw new ApiError('invalid-request', {
          message: 'The merchant in the body doesn’t match the one in the path.',
        })
      }
      await requireMerchant(merchantId)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: letsWithdraw(user) })
      return get(await addMerchantUser(deps, person, { merchantId, ...user }, source))
    }),
    route(calls.changeMerchantUser, async ({ params, body: { twoFactorToken, ...change }, person, source }) => {
      await get(params.id)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: letsWithdraw(change) })
      await changeMerchantUser(deps, person, params.id, change, source)
      return get(params.id)
    }),
    route(calls.deleteMerchantUser, async ({ params, query, person, source }) => {
      await get(params.id)
      await requireAdminSecondFactor(deps, person, query.twoFactorToken, source)
      await removeMerchantUser(deps, person, params.id, source)
      return { message: 'The user was deleted.' }
    }),
  ]
}

/** Whether somebody could then withdraw for the store. */
const letsWithdraw = ({ role, isActive }: { role?: 'admin' | 'user' | undefined; isActive?: boolean | undefined }) =>
  role === 'admin' || isActive === true

export const merchantsRoutes = (deps: Deps): Route[] => {
  const get = async (id: number) => {
    const found = await readMerchant(deps.db, id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    ...listRoutes(deps.db, merchants, () => undefined),
    route(callsadminmerchants.createMerchant, async ({ body: { twoFactorToken, ...merchant }, person, source }) => {
      await requireAdminSecondFactor(deps, person, twoFactorToken, source)
      const created = await findMerchant(deps.db, await addMerchant(deps, person, merchant, source))
      if (!created) throw new Error('the created merchant is missing')
      return created
    }),
    route(callsadminmerchants.getMerchant, ({ params }) => get(params.id)),
    route(callsadminmerchants.moveMerchant, async ({ params, body: { twoFactorToken, engine }, person, source }) => {
      await get(params.id)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: true })
      await moveMerchant(deps, person, { merchantId: params.id, engine }, source)
      return get(params.id)
    }),
    route(callsadminmerchants.cancelMove, async ({ params, body: { twoFactorToken }, person, source }) => {
      await get(params.id)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: true })
      await cancelMove(deps, person, params.id, source)
      return get(params.id)
    }),
    route(callsadminmerchants.collectFees, async ({ params, person, source }) => {
      await get(params.id)
      await collectFees(deps, person, params.id, source)
      return get(params.id)
    }),
    route(callsadminmerchants.decideName, async ({ params, body, person, source }) => {
      await decideName(deps, person, { merchantId: params.id, ...body }, source)
      return get(params.id)
    }),
    route(
      callsadminmerchants.changeMerchant,
      async ({ params, body: { twoFactorToken, ...change }, person, source }) => {
        await get(params.id)
        await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: changesStore(change) })
        await changeMerchant(deps, person, params.id, change, source)
        return get(params.id)
      },
    ),
  ]
}

/** Whether payments would go to another store. */
const changesStore = (change: { btcpayServerUrl?: unknown; btcpayStoreId?: unknown; btcpayApiKey?: unknown }) =>
  [change.btcpayServerUrl, change.btcpayStoreId, change.btcpayApiKey].some((detail) => detail !== undefined)
