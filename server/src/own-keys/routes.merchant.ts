import * as calls from '@bitquay/contract/own-keys'
import { requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { type Route, route } from '../platform/http/route.ts'
import { cancelChange } from './cancel-change.ts'
import { limits } from './limits.ts'
import { lookAhead } from './look-ahead.ts'
import { presentReading } from './present-wallet.ts'
import { readOwnKeys } from './queries.ts'
import { requestConnect, requestLeave } from './request-change.ts'

export const ownKeysRoutes = (deps: Deps): Route[] => [
  route(calls.getOwnKeys, ({ person }) => readOwnKeys(deps, person.merchantId)),
  route(calls.readOwnWallet, async ({ person, body }) => {
    await requireAttempts(deps, [limits.reads(person.merchantId)])
    return presentReading(body, deps.config.network)
  }),
  route(calls.connectOwnWallet, async ({ person, body, source }) => {
    await requireAttempts(deps, [limits.reads(person.merchantId)])
    await requestConnect(deps, person, body, source)
    return readOwnKeys(deps, person.merchantId)
  }),
  route(calls.leaveOwnWallet, async ({ person, body, source }) => {
    await requestLeave(deps, person, body, source)
    return readOwnKeys(deps, person.merchantId)
  }),
  route(calls.cancelOwnKeysChange, async ({ person, source }) => {
    await cancelChange(deps, person, source)
    return readOwnKeys(deps, person.merchantId)
  }),
  route(calls.lookAhead, ({ person }) => lookAhead(deps, person.merchantId)),
]
