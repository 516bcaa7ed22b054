import * as calls from '@bitquay/contract/tills'
import type { Deps } from '../deps.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { addCashier, removeCashier } from './change-cashiers.ts'
import { addDevice, changeRefundLimit, revokeDevice, unlockDevice } from './change-devices.ts'
import { removeItemImage, uploadItemImage } from './change-item-image.ts'
import { approveRefund, declineRefund } from './decide-refund.ts'
import { listTillRefunds } from './queries.refunds.ts'
import { listTills } from './queries.ts'
import { changeTill, createTill } from './save-till.ts'

export const tillRoutes = (deps: Deps): Route[] => [
  shortListRoute(calls.listTills, ({ person }) => listTills(deps.db, person.merchantId, deps.config.publicUrl)),
  route(calls.createTill, ({ person, body }) => createTill(deps, person, body)),
  route(calls.changeTill, ({ person, params, body }) => changeTill(deps, person, params.id, body)),
  route(calls.uploadItemImage, ({ person, params: { id: tillId, itemId }, body }) =>
    uploadItemImage(deps, person, { tillId, itemId }, Buffer.from(body.image, 'base64')),
  ),
  route(calls.removeItemImage, ({ person, params: { id: tillId, itemId } }) =>
    removeItemImage(deps, person, { tillId, itemId }),
  ),
  route(calls.addTillDevice, ({ person, params, body, source }) =>
    addDevice(deps, person, params.id, body.name, source),
  ),
  route(calls.revokeTillDevice, async ({ person, params: { id: tillId, deviceId }, source }) => {
    await revokeDevice(deps, person, { tillId, deviceId }, source)
    return { message: 'Device revoked' }
  }),
  route(calls.changeTillDevice, ({ person, params: { id: tillId, deviceId }, body, source }) =>
    changeRefundLimit(deps, person, { tillId, deviceId, ...body, twoFactorToken: body.twoFactorToken }, source),
  ),
  route(calls.unlockTillDevice, ({ person, params: { id: tillId, deviceId }, source }) =>
    unlockDevice(deps, person, { tillId, deviceId }, source),
  ),
  route(calls.addTillCashier, ({ person, params, body, source }) =>
    addCashier(deps, person, { tillId: params.id, ...body }, source),
  ),
  route(calls.removeTillCashier, async ({ person, params: { id: tillId, cashierId }, source }) => {
    await removeCashier(deps, person, { tillId, cashierId }, source)
    return { message: 'Cashier removed' }
  }),
  shortListRoute(calls.listTillRefunds, ({ person }) => listTillRefunds(deps.db, person.merchantId)),
  keyedRoute(calls.approveTillRefund, ({ person, params, body, source, idempotencyKey }) =>
    approveRefund(deps, person, { id: params.id, code: body.twoFactorToken, idempotencyKey }, source),
  ),
  route(calls.declineTillRefund, async ({ person, params, source }) => {
    await declineRefund(deps, person, params.id, source)
    return { message: 'Refund declined' }
  }),
]
