import * as calls from '@bitquay/contract/merchant-users'
import type { Deps } from '../../deps.ts'
import { addMerchantUser } from '../../flows/people/add-merchant-user.ts'
import { changeMerchantUser } from '../../flows/people/change-merchant-user.ts'
import { removeMerchantUser } from '../../flows/people/remove-merchant-user.ts'
import { requireAdminSecondFactor } from '../../flows/require-admin-second-factor.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { findMerchantUser, listMerchantUsers } from '../../views/list-merchant-users.ts'
import { findMerchant } from '../../views/list-merchants.ts'

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
