import { changeSettings as changeCall, getSettings } from '@bitquay/contract/merchants'
import * as team from '@bitquay/contract/merchants.team'
import { findWaiting, presentWaiting } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { findPause } from '../platform/db/platform-row.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import { type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { changeSettings } from './change-settings.ts'
import { changeTeamUser, confirmTeamUser, inviteTeamUser, removeTeamUser, resendTeamInvitation } from './manage-team.ts'
import { presentDetails } from './present-details.ts'
import { getMerchantSettings } from './queries.settings.ts'
import { listTeam } from './queries.team.ts'

export const settings = (deps: Deps) =>
  route(getSettings, async ({ person }) => present(deps, await getMerchantSettings(deps.db, person.merchantId), person))

export const settingsChange = (deps: Deps) =>
  route(changeCall, async ({ body, person, source }) =>
    present(deps, await changeSettings(deps, person, body, source), person),
  )

/** The email address shown belongs to the account that reads it. */
const present = async (
  { db, config }: Deps,
  merchant: Awaited<ReturnType<typeof getMerchantSettings>>,
  person: MerchantPerson,
) => ({
  storeName: merchant.storeName,
  email: person.email,
  isActive: merchant.isActive,
  closingSince: merchant.closingSince?.toISOString() ?? null,
  role: person.role,
  markupFeePercent: Number(merchant.markupFeePercent),
  nextMarkup:
    merchant.nextMarkupPercent === null || merchant.nextMarkupFrom === null
      ? null
      : {
          markupFeePercent: Number(merchant.nextMarkupPercent),
          effectiveFrom: merchant.nextMarkupFrom.toISOString(),
        },
  paymentLetters: merchant.paymentLetters,
  ...presentDetails(merchant),
  id: person.merchantId,
  createdAt: merchant.createdAt.toISOString(),
  withdrawalsClosed: presentWaiting(await findWaiting(db, config, person)),
  withdrawalsUnderCheck: (await findPause(db, person)) === 'review',
})

/** The people of a store, managed by its owner and admins. */
export const teamRoutes = (deps: Deps): Route[] => {
  const get = async (person: MerchantPerson, id: number) => {
    const found = (await listTeam(deps.db, person)).find((each) => each.id === id)
    if (!found) throw new ApiError('not-found')
    return found
  }
  return [
    shortListRoute(team.listTeam, ({ person }) => listTeam(deps.db, person)),
    route(team.inviteTeamUser, async ({ body: { twoFactorToken, ...wanted }, person, source }) => {
      const id = await inviteTeamUser(deps, { person, code: twoFactorToken, source }, wanted)
      return get(person, id)
    }),
    route(team.changeTeamUser, async ({ params, body, person, source }) => {
      await changeTeamUser(deps, { person, code: body.twoFactorToken, source }, params.id, body.role)
      return get(person, params.id)
    }),
    route(team.removeTeamUser, async ({ params, query, person, source }) => {
      await removeTeamUser(deps, { person, code: query.twoFactorToken, source }, params.id)
      return { message: 'The user was removed.' }
    }),
    route(team.confirmTeamUser, async ({ params, body, person, source }) => {
      await confirmTeamUser(deps, { person, code: body.twoFactorToken, source }, params.id)
      return get(person, params.id)
    }),
    route(team.resendTeamInvitation, async ({ params, body, person, source }) => {
      await resendTeamInvitation(deps, { person, code: body.twoFactorToken, source }, params.id)
      return get(person, params.id)
    }),
  ]
}
