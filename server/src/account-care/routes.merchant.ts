import * as calls from '@bitquay/contract/account-care'
import * as dataCalls from '@bitquay/contract/account-care'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { closeAccount } from './close-account.ts'
import { eraseAccount } from './erase-person.ts'
import { limits } from './limits.ts'
import { readPersonalData } from './queries.personal-data.ts'
import { readChange, readClosing } from './queries.ts'
import { stopOpenChange } from './stop-change.ts'

export const accountCareRoutes = (deps: Deps): Route[] => [
  route(calls.getClosing, ({ person }) => readClosing(deps.db, person.merchantId)),
  route(calls.closeAccount, async ({ body, person, source }) => {
    await closeAccount(deps, person, body, source)
    return readClosing(deps.db, person.merchantId)
  }),
  route(dataCalls.exportMyData, async ({ person }) => {
    await requireAttempts(deps, [limits.personalDataExports(person)])
    return readPersonalData(deps.db, person)
  }),
  route(dataCalls.eraseAccount, async ({ body, person, source }) => {
    await eraseAccount(deps, person, body.twoFactorToken, source)
    return { message: 'Your account was erased.' }
  }),
  route(calls.getAccountChange, ({ person }) => readChange(deps.db, person.merchantId)),
  route(calls.stopAccountChange, async ({ person, source }) => {
    await stopOpenChange(deps, person, person.merchantId, source)
    return readChange(deps.db, person.merchantId)
  }),
]
