import * as calls from '@bitquay/contract/accounts.admins'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { resetTwoFactor } from './disable-two-factor.ts'
import { sendInvitation } from './invite-person.ts'
import { addAdmin, changeAdmin } from './manage-admins.ts'
import { listAdmins } from './queries.ts'
import { requireAdminSecondFactor } from './require-admin-second-factor.ts'

/** Manages admins, and helps people who are locked out. */
export const adminsRoutes = (deps: Deps): Route[] => {
  const get = async (id: number, requestedBy: number) => {
    const found = (await listAdmins(deps.db, requestedBy)).find((each) => each.id === id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    shortListRoute(calls.listAdmins, ({ person }) => listAdmins(deps.db, person.id)),
    route(calls.createAdmin, async ({ body: { twoFactorToken, ...wanted }, person, source }) => {
      // A new admin who sets up 2FA with the invitation doesn't wait, so inviting oneself must not bypass the wait.
      await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: true })
      return get(await addAdmin(deps, person, wanted, source), person.id)
    }),
    route(calls.changeAdmin, async ({ params, body, person, source }) => {
      await requireAdminSecondFactor(deps, person, body.twoFactorToken, source, { afterWaiting: body.isActive })
      await changeAdmin(deps, person, params.id, body.isActive, source)
      return get(params.id, person.id)
    }),
    route(calls.resetTwoFactor, async ({ params, body, person, source }) => {
      await requireAdminSecondFactor(deps, person, body.twoFactorToken, source, { afterWaiting: true })
      await resetTwoFactor(deps, person, params, source)
      return { message: 'Two-factor authentication was reset.' }
    }),
    route(calls.sendInvitation, async ({ params, body, person, source }) => {
      await requireAdminSecondFactor(deps, person, body.twoFactorToken, source, { afterWaiting: true })
      await sendInvitation(deps, person, params, source)
      return { message: 'The invitation was sent.' }
    }),
  ]
}
