import * as calls from '@bitquay/contract/account-care'
import * as dataCalls from '@bitquay/contract/account-care'
import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { closeMerchant } from './close-account.ts'
import { erasePerson } from './erase-person.ts'
import { exportPerson } from './export-person.ts'
import { readChange } from './queries.ts'
import { reopenMerchant } from './reopen-merchant.ts'
import { startEmailChange, startRecovery } from './start-change.ts'
import { stopOpenChange } from './stop-change.ts'

export const accountCareAdminRoutes = (deps: Deps): Route[] => [
  route(calls.closeMerchant, async ({ params, body, person, source }) => {
    await requireAdminSecondFactor(deps, person, body.twoFactorToken, source, { afterWaiting: true })
    await closeMerchant(deps, person, params.id, body.reason, source)
    return { message: 'The account was closed.' }
  }),
  route(calls.reopenMerchant, async ({ params, body, person, source }) => {
    await requireAdminSecondFactor(deps, person, body.twoFactorToken, source, { afterWaiting: true })
    await reopenMerchant(deps, person, params.id, body.reason, source)
    return { message: 'The account was reopened.' }
  }),
  route(dataCalls.exportPerson, ({ query, person, source }) => exportPerson(deps, person, query, source)),
  route(dataCalls.erasePerson, async ({ body: { twoFactorToken, ...owner }, person, source }) => {
    await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: true })
    await erasePerson(deps, person, owner, source)
    return { message: 'The personal data was erased.' }
  }),
  route(calls.startRecovery, async ({ params, body, person, source }) => {
    await requireAdminSecondFactor(deps, person, body.twoFactorToken, source, { afterWaiting: true })
    await startRecovery(deps, { admin: person, merchantId: params.id, source }, body.identityCheck)
    return readChange(deps.db, params.id)
  }),
  route(calls.startEmailChange, async ({ params, body: { twoFactorToken, ...wanted }, person, source }) => {
    await requireAdminSecondFactor(deps, person, twoFactorToken, source, { afterWaiting: true })
    await startEmailChange(deps, { admin: person, merchantId: params.id, source }, wanted)
    return readChange(deps.db, params.id)
  }),
  route(calls.getMerchantChange, ({ params }) => readChange(deps.db, params.id)),
  route(calls.stopMerchantChange, async ({ params, person, source }) => {
    await stopOpenChange(deps, person, params.id, source)
    return readChange(deps.db, params.id)
  }),
]
