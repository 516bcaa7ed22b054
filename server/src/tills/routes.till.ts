import * as calls from '@bitquay/contract/tills.pos'
import { requireAttempts } from '../accounts/index.ts'
import { sendReceipt } from '../checkout/index.ts'
import type { Deps } from '../deps.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { type Route, route } from '../platform/http/route.ts'
import { bindDevice } from './bind-device.ts'
import { cancelSale } from './cancel-sale.ts'
import { closeShift, openShift } from './change-shift.ts'
import { chargeSale } from './charge-sale.ts'
import { writeDeviceCookie } from './device-cookie.ts'
import { limits } from './limits.ts'
import { getSale, readPosState } from './queries.ts'
import { requestRefund } from './request-refund.ts'

export const posRoutes = (deps: Deps): Route[] => [
  route(calls.bindDevice, async ({ params, body, source, raw }) => {
    const token = await bindDevice(deps, params.slug, body.link, source)
    const secure = deps.config.publicUrl.startsWith('https:')
    raw.reply.header('set-cookie', writeDeviceCookie(params.slug, token, { secure }))
    return { bound: true }
  }),
  route(calls.getPosState, ({ device, query }) => readPosState(deps, device, query.tz)),
  route(calls.createSale, ({ device, body }) => chargeSale(deps, device, body)),
  route(calls.getSale, ({ device, params }) => getSale(deps, device, params.saleId)),
  route(calls.cancelSale, ({ device, params }) => cancelSale(deps, device, params.saleId)),
  route(calls.emailSaleReceipt, async ({ device, params, body }) => {
    await requireAttempts(deps, [limits.receiptsOfDevice(device.id)])
    const { invoiceId } = await getSale(deps, device, params.saleId)
    if (invoiceId === null) throw new ApiError('not-found')
    await sendReceipt(deps, invoiceId, body.email)
    return { sent: true }
  }),
  route(calls.openShift, ({ device, body }) => openShift(deps, device, body)),
  route(calls.closeShift, ({ device }) => closeShift(deps, device)),
  route(calls.requestTillRefund, ({ device, params, body, source }) => {
    const { cashierId, pin, amount, reason } = body
    return requestRefund(deps, device, { saleKey: params.saleId, cashierId, pin, amount, reason }, source)
  }),
]
