import { Readable } from 'node:stream'
import * as calls from '@bitquay/contract/tills'
import * as itemCalls from '@bitquay/contract/tills.items'
import type { ReportRow } from '@bitquay/contract/tills.reports'
import * as reportCalls from '@bitquay/contract/tills.reports'
import * as taxCalls from '@bitquay/contract/tills.taxes'
import type { Deps } from '../deps.ts'
import { sendCsv } from '../platform/http/csv.ts'
import { keyedRoute, type Route, route } from '../platform/http/route.ts'
import { shortListRoute } from '../platform/http/short-list-route.ts'
import { addCashier, removeCashier } from './change-cashiers.ts'
import { addDevice, changeRefundLimit, revokeDevice, unlockDevice } from './change-devices.ts'
import { removeItemImage, uploadItemImage } from './change-item-image.ts'
import { changeItem, createItem, removeItem } from './change-items.ts'
import { changeTaxRate, createTaxRate, removeTaxRate } from './change-tax-rates.ts'
import { approveRefund, declineRefund } from './decide-refund.ts'
import { importItems } from './import-items.ts'
import { listTaxRates } from './queries.items.ts'
import { listTillRefunds } from './queries.refunds.ts'
import { readReport, reportColumns } from './queries.reports.ts'
import { listTills } from './queries.ts'
import { changeTill, createTill } from './save-till.ts'

export const tillRoutes = (deps: Deps): Route[] => [
  shortListRoute(calls.listTills, ({ person }) => listTills(deps.db, person.merchantId, deps.config.publicUrl)),
  route(calls.createTill, ({ person, body }) => createTill(deps, person, body)),
  route(calls.changeTill, ({ person, params, body }) => changeTill(deps, person, params.id, body)),
  route(itemCalls.createItem, ({ person, body }) => createItem(deps, person, body)),
  route(itemCalls.importItems, ({ person, body }) => importItems(deps, person, body)),
  route(itemCalls.changeItem, ({ person, params, body }) => changeItem(deps, person, params.id, body)),
  route(itemCalls.removeItem, async ({ person, params }) => {
    await removeItem(deps, person, params.id)
    return { message: 'Item removed' }
  }),
  route(itemCalls.uploadItemImage, ({ person, params, body }) =>
    uploadItemImage(deps, person, params.id, Buffer.from(body.image, 'base64')),
  ),
  route(itemCalls.removeItemImage, ({ person, params }) => removeItemImage(deps, person, params.id)),
  shortListRoute(taxCalls.listTaxRates, ({ person }) => listTaxRates(deps.db, person.merchantId)),
  route(taxCalls.createTaxRate, ({ person, body }) => createTaxRate(deps, person, body)),
  route(taxCalls.changeTaxRate, ({ person, params, body }) => changeTaxRate(deps, person, params.id, body)),
  route(taxCalls.removeTaxRate, async ({ person, params }) => {
    await removeTaxRate(deps, person, params.id)
    return { message: 'Tax rate removed' }
  }),
  route(reportCalls.getReport, ({ person, params, query }) =>
    readReport(deps.db, person.merchantId, params.report, query),
  ),
  route(reportCalls.exportReport, async ({ person, params, query, raw }) => {
    const { rows } = await readReport(deps.db, person.merchantId, params.report, query)
    const name = `bitquay-report-${params.report}`
    sendCsv(raw.reply, { name, columns: reportColumns, rows: Readable.from(rows) as AsyncIterable<ReportRow> })
  }),
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
