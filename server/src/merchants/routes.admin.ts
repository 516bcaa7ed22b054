import * as calls from '@bitquay/contract/merchant-users'
import { requireAdminSecondFactor } from '../accounts/require-admin-second-factor.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { addMerchantUser } from './add-merchant-user.ts'
import { findMerchantUser, listMerchantUsers } from './list-merchant-users.ts'
import { findMerchant } from './list-merchants.ts'
import { changeMerchantUser } from './manage-users.ts'
import { removeMerchantUser } from './remove-merchant-user.ts'

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
    route(calls.listMerchantUsers, async ({ params }) => {
      await requireMerchant(params.id)
      return listMerchantUsers(deps.db, params.id)
    }),
    route(calls.createMerchantUser, async ({ params, body, person, source }) => {
      const { twoFactorToken, merchantId = params.id, ...user } = body
      if (merchantId !== params.id) {
        throw new ApiError('invalid-request', { message: 'The merchant in the body is not the one in the address.' })
      }
      await requireMerchant(merchantId)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source)
      return get(await addMerchantUser(deps, person, { merchantId, ...user }, source))
    }),
    route(calls.changeMerchantUser, async ({ params, body: { twoFactorToken, ...change }, person, source }) => {
      await get(params.id)
      await requireAdminSecondFactor(deps, person, twoFactorToken, source)
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
