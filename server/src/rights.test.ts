import type { ApiScope, Call } from '@bitquay/contract/call'
import { calls } from '@bitquay/contract/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiKey } from '../test/api-keys.ts'
import { startTestApp, type TestApp } from '../test/app.ts'
import { addAdmin, addMerchant, addMerchantUser, addPartner, ask, type Someone, signInAs } from '../test/people.ts'
import { addTillDevice, type TestDevice } from '../test/tills.ts'
import { ApiError } from './platform/http/api-error.ts'
import { type Caller as Admitted, credentialOf, requireRight } from './platform/http/require-right.ts'

/** Every type of caller. */
const callers = [
  'nobody',
  'admin',
  'owner',
  'manager',
  'cashier',
  'partner',
  'key:read',
  'key:invoices',
  'key:refunds',
  'key:withdrawals',
  'till',
] as const
type Caller = (typeof callers)[number]
type Key = Extract<Caller, `key:${string}`>

const everyone = callers
const signedIn: readonly Caller[] = ['admin', 'owner', 'manager', 'cashier', 'partner']
const store: readonly Caller[] = ['owner', 'manager', 'cashier']
const owners: readonly Caller[] = ['owner']
const managers: readonly Caller[] = ['owner', 'manager']
const admins: readonly Caller[] = ['admin']
const partners: readonly Caller[] = ['partner']
const devices: readonly Caller[] = ['till']

/** Who may make which call, listed a second time on purpose. A call that is missing here fails the test. */
const rights: Record<string, readonly Caller[]> = {
  'POST /api/auth/login': everyone,
  'POST /api/auth/request-password-reset': everyone,
  'POST /api/auth/reset-password': everyone,
  'POST /api/auth/invitation': everyone,
  'POST /api/auth/accept-invitation': everyone,
  'GET /api/auth/verify': signedIn,
  'POST /api/auth/logout': signedIn,
  'POST /api/auth/reauthenticate': signedIn,
  'GET /api/auth/sessions': signedIn,
  'DELETE /api/auth/sessions': signedIn,
  'DELETE /api/auth/sessions/:id': signedIn,
  'GET /api/auth/preferences': signedIn,
  'PATCH /api/auth/preferences': signedIn,
  'GET /api/auth/notifications': signedIn,
  'POST /api/auth/notifications/:id/read': signedIn,
  'POST /api/auth/notifications/read': signedIn,
  'GET /api/auth/notification-settings': signedIn,
  'PATCH /api/auth/notification-settings': signedIn,
  'GET /api/auth/personal-data': signedIn,
  'GET /api/search': signedIn,
  'GET /api/events': signedIn,
  ...security('merchant', store),
  ...security('partner', partners),
  ...security('admin', admins),
  'GET /api/merchant/settings': store,
  'PATCH /api/merchant/settings': managers,
  'GET /api/merchant/closing': owners,
  'POST /api/merchant/closing': owners,
  'POST /api/merchant/erasure': owners,
  'GET /api/merchant/account-change': managers,
  'POST /api/merchant/account-change/stop': managers,
  'POST /api/account-changes/view': everyone,
  'POST /api/account-changes/stop': everyone,
  'GET /api/merchant/brand': store,
  'PATCH /api/merchant/brand': managers,
  'PUT /api/merchant/brand/logo': managers,
  'DELETE /api/merchant/brand/logo': managers,
  'GET /api/merchant/checkout-origins': store,
  'PUT /api/merchant/checkout-origins': managers,
  'GET /api/merchant/activity': managers,
  'GET /api/merchant/activity/export': managers,
  'GET /api/merchant/team': managers,
  'POST /api/merchant/team': managers,
  'PATCH /api/merchant/team/:id': managers,
  'POST /api/merchant/team/:id/confirm': owners,
  'DELETE /api/merchant/team/:id': managers,
  'POST /api/merchant/team/:id/resend': managers,
  'GET /api/merchant/balance': store,
  'GET /api/merchant/status': store,
  'GET /api/merchant/lightning-balance': store,
  'GET /api/merchant/wallet': store,
  'GET /api/merchant/wallet/address': store,
  'POST /api/merchant/wallet/address': store,
  'POST /api/merchant/wallet/sync': store,
  'POST /api/merchant/wallet/recovery-words': owners,
  'GET /api/merchant/fee-invoice': store,
  'GET /api/merchant/own-keys': store,
  'POST /api/merchant/own-keys': owners,
  'POST /api/merchant/own-keys/read': owners,
  'POST /api/merchant/own-keys/leave': owners,
  'POST /api/merchant/own-keys/cancel': managers,
  'POST /api/merchant/own-keys/look': managers,
  'POST /api/merchant/wallet/former/:id/send': owners,
  'GET /api/merchant/transactions': store,
  'GET /api/merchant/transactions/summary': store,
  'GET /api/merchant/transactions/export': store,
  'GET /api/merchant/transactions/pdf': store,
  'GET /api/merchant/transactions/days': store,
  'POST /api/merchant/withdrawal/quote': store,
  'POST /api/merchant/withdrawal': managers,
  'GET /api/merchant/withdrawals': store,
  'GET /api/merchant/withdrawals/summary': store,
  'GET /api/merchant/withdrawals/export': store,
  'GET /api/merchant/withdrawals/pdf': store,
  'GET /api/merchant/withdrawals/:id': store,
  'POST /api/merchant/withdrawals/:id/cancel': managers,
  'GET /api/merchant/signing-requests': store,
  'GET /api/merchant/signing-requests/:id': store,
  'POST /api/merchant/signing-requests/:id/signatures': managers,
  'POST /api/merchant/signing-requests/:id/cancel': managers,
  'POST /api/merchant/signing-requests/:id/cancel-for-sure': managers,
  'POST /api/merchant/signing-requests/:id/raise-fee': managers,
  'POST /api/merchant/invoices': store,
  'GET /api/merchant/invoices': store,
  'GET /api/merchant/invoices/summary': store,
  'GET /api/merchant/invoices/export': store,
  'GET /api/merchant/invoices/pdf': store,
  'GET /api/merchant/invoices/:invoiceId': store,
  'POST /api/merchant/invoices/:invoiceId/resolve': managers,
  'POST /api/merchant/invoices/:invoiceId/mark': managers,
  'POST /api/merchant/invoices/:invoiceId/cancel': managers,
  'POST /api/merchant/invoices/:invoiceId/resend': store,
  'POST /api/merchant/invoices/:invoiceId/refund': managers,
  'POST /api/merchant/invoices/:invoiceId/refunds': managers,
  'POST /api/merchant/refunds/:id/approve': managers,
  'POST /api/merchant/refunds/:id/call-off': managers,
  'POST /api/refunds/view': everyone,
  'POST /api/refunds/claim': everyone,
  'GET /api/merchant/api-keys': managers,
  'POST /api/merchant/api-keys': managers,
  'PATCH /api/merchant/api-keys/:id': managers,
  'POST /api/merchant/api-keys/:id/confirm': owners,
  'DELETE /api/merchant/api-keys/:id': managers,
  'GET /api/currencies': everyone,
  'GET /api/v1/currencies': ['key:read'],
  'GET /api/v1/events': ['key:read'],
  'GET /api/v1/events/stream': ['key:read'],
  'GET /api/v1/requests': ['key:read'],
  'GET /api/merchant/webhooks': managers,
  'POST /api/merchant/webhooks': managers,
  'PATCH /api/merchant/webhooks/:id': managers,
  'DELETE /api/merchant/webhooks/:id': managers,
  'POST /api/merchant/webhooks/:id/rotate-secret': managers,
  'POST /api/merchant/webhooks/:id/test': managers,
  'POST /api/merchant/webhooks/:id/resend': managers,
  'GET /api/merchant/webhooks/:id/deliveries': managers,
  'GET /api/merchant/webhooks/:id/deliveries/export': managers,
  'GET /api/merchant/webhook-deliveries/:id': managers,
  'POST /api/merchant/webhook-deliveries/:id/resend': managers,
  'GET /api/partner/dashboard': partners,
  'GET /api/partner/wallet': partners,
  'GET /api/partner/transactions': partners,
  'GET /api/partner/transactions/export': partners,
  'GET /api/partner/transactions/pdf': partners,
  'GET /api/partner/transactions/summary': partners,
  'GET /api/partner/transactions/breakdown': partners,
  'GET /api/partner/transactions/merchants': partners,
  'POST /api/partner/withdraw': partners,
  'GET /api/partner/withdrawals': partners,
  'GET /api/partner/withdrawals/:id': partners,
  'GET /api/partner/statement': partners,
  'GET /api/admin/partners': admins,
  'GET /api/admin/partners/metrics': admins,
  'GET /api/admin/partners/:partnerId': admins,
  'POST /api/admin/partners': admins,
  'PATCH /api/admin/partners/:partnerId': admins,
  'GET /api/admin/partners/:partnerId/statement': admins,
  'POST /api/merchant/lightning-loop-out': managers,
  'POST /api/merchant/lightning-loop-out/quote': managers,
  'POST /api/merchant/lightning-loop-out/cancel': managers,
  'GET /api/merchant/lightning-loop-out': store,
  'GET /api/admin/lightning-loop-out': admins,
  'GET /api/admin/lightning-loop-out/counts': admins,
  'GET /api/admin/lightning-loop-out/requests': admins,
  'GET /api/admin/lightning-loop-out/requests/summary': admins,
  'GET /api/admin/lightning-loop-out/requests/export': admins,
  'GET /api/admin/lightning-loop-out/requests/:id': admins,
  'GET /api/admin/lightning-loop-out/pending': admins,
  'POST /api/admin/lightning-loop-out/complete': admins,
  'POST /api/admin/lightning-loop-out/execute': admins,
  'POST /api/admin/lightning-loop-out/reject': admins,
  'POST /api/admin/lightning-loop-out/resolve': admins,
  'GET /api/admin/promo-codes': admins,
  'GET /api/admin/promo-codes/summary': admins,
  'POST /api/admin/promo-codes': admins,
  'POST /api/admin/promo-codes/:id/revoke': admins,
  'POST /api/admin/promo-codes/:id/resume': admins,
  'GET /api/brand': everyone,
  'GET /api/brand/legal/:name': everyone,
  'GET /api/admin/brand': admins,
  'PUT /api/admin/brand/draft': admins,
  'PUT /api/admin/brand/draft/logo': admins,
  'POST /api/admin/brand/draft/from': admins,
  'DELETE /api/admin/brand/draft': admins,
  'POST /api/admin/brand/preview': admins,
  'POST /api/admin/brand/publish': admins,
  'POST /api/admin/brand/undo': admins,
  'GET /api/admin/incidents': admins,
  'POST /api/admin/incidents': admins,
  'POST /api/admin/incidents/:id/updates': admins,
  'POST /api/admin/incidents/:id/resolve': admins,
  'GET /api/status/history': everyone,
  'POST /api/merchant-applications': everyone,
  'POST /api/merchant-applications/request': everyone,
  'POST /api/merchant-applications/answer': everyone,
  'GET /api/admin/applications': admins,
  'GET /api/admin/applications/summary': admins,
  'GET /api/admin/applications/export': admins,
  'GET /api/admin/applications/:id': admins,
  'PATCH /api/admin/applications/:id': admins,
  'POST /api/admin/applications/:id/requests': admins,
  'POST /api/admin/applications/:id/requests/cancel': admins,
  'PATCH /api/admin/applications/:id/review': admins,
  'GET /api/admin/merchants': admins,
  'GET /api/admin/merchants/summary': admins,
  'GET /api/admin/merchants/export': admins,
  'POST /api/admin/merchants': admins,
  'GET /api/admin/merchants/:id': admins,
  'PATCH /api/admin/merchants/:id': admins,
  'POST /api/admin/merchants/:id/move': admins,
  'POST /api/admin/merchants/:id/move/cancel': admins,
  'POST /api/admin/merchants/:id/collect-fees': admins,
  'POST /api/admin/merchants/:id/name': admins,
  'POST /api/admin/merchants/:id/close': admins,
  'GET /api/admin/merchants/:id/lightning-names': admins,
  'POST /api/admin/merchants/:id/lightning-names/:nameId/release': admins,
  'POST /api/admin/merchants/:id/reopen': admins,
  'GET /api/admin/personal-data': admins,
  'POST /api/admin/erasures': admins,
  'POST /api/admin/merchants/:id/recovery': admins,
  'POST /api/admin/merchants/:id/email-change': admins,
  'GET /api/admin/merchants/:id/account-change': admins,
  'POST /api/admin/merchants/:id/account-change/stop': admins,
  'GET /api/admin/merchants/:id/users': admins,
  'POST /api/admin/merchants/:id/users': admins,
  'GET /api/admin/emails': admins,
  'GET /api/admin/emails/summary': admins,
  'GET /api/admin/emails/export': admins,
  'GET /api/admin/emails/:id': admins,
  'POST /api/admin/emails/:id/recipient': admins,
  'GET /api/admin/people': admins,
  'GET /api/admin/people/summary': admins,
  'GET /api/admin/people/export': admins,
  'GET /api/admin/merchant-users': admins,
  'PATCH /api/admin/merchant-users/:id': admins,
  'DELETE /api/admin/merchant-users/:id': admins,
  'GET /api/admin/admins': admins,
  'POST /api/admin/admins': admins,
  'PATCH /api/admin/admins/:id': admins,
  'POST /api/admin/people/:kind/:id/reset-2fa': admins,
  'POST /api/admin/people/:kind/:id/invitation': admins,
  'GET /api/checkout/:invoiceId': everyone,
  'GET /api/checkout/:invoiceId/framing': everyone,
  'POST /api/checkout/:invoiceId/new-price': everyone,
  'POST /api/checkout/:invoiceId/open': everyone,
  'GET /api/checkout/:invoiceId/receipt': everyone,
  'POST /api/checkout/:invoiceId/receipt': everyone,
  'POST /api/checkout/:invoiceId/report': everyone,
  'GET /api/fees': everyone,
  'GET /api/btc-price': everyone,
  'GET /api/rates': everyone,
  'GET /api/health': everyone,
  'GET /api/status': everyone,
  'GET /api/openapi.json': everyone,
  'GET /api/merchant/payment-links': store,
  'GET /api/merchant/payment-links/summary': store,
  'GET /api/merchant/payment-links/export': store,
  'POST /api/merchant/payment-links': managers,
  'GET /api/merchant/payment-links/:id': store,
  'PUT /api/merchant/payment-links/:id/image': managers,
  'DELETE /api/merchant/payment-links/:id/image': managers,
  'PATCH /api/merchant/payment-links/:id': managers,
  'GET /api/merchant/lightning-address': store,
  'GET /api/merchant/lightning-address/payments': store,
  'PUT /api/merchant/lightning-address': managers,
  'GET /api/merchant/payment-links/:id/lightning-address': store,
  'PUT /api/merchant/payment-links/:id/lightning-address': managers,
  'GET /api/merchant/deposit-addresses': store,
  'POST /api/merchant/deposit-addresses': managers,
  'GET /api/merchant/reports/:report': store,
  'GET /api/merchant/reports/:report/export': store,
  'GET /api/merchant/tills': store,
  'POST /api/merchant/tills': managers,
  'PATCH /api/merchant/tills/:id': managers,
  'POST /api/merchant/tills/:id/devices': managers,
  'DELETE /api/merchant/tills/:id/devices/:deviceId': managers,
  'GET /api/merchant/tax-rates': store,
  'POST /api/merchant/tax-rates': managers,
  'PATCH /api/merchant/tax-rates/:id': managers,
  'DELETE /api/merchant/tax-rates/:id': managers,
  'POST /api/merchant/items': managers,
  'POST /api/merchant/items/import': managers,
  'PATCH /api/merchant/items/:id': managers,
  'DELETE /api/merchant/items/:id': managers,
  'PUT /api/merchant/items/:id/image': managers,
  'DELETE /api/merchant/items/:id/image': managers,
  'PATCH /api/merchant/tills/:id/devices/:deviceId': managers,
  'POST /api/merchant/tills/:id/devices/:deviceId/unlock': managers,
  'POST /api/merchant/tills/:id/cashiers': managers,
  'DELETE /api/merchant/tills/:id/cashiers/:cashierId': managers,
  'GET /api/merchant/till-refunds': managers,
  'POST /api/merchant/till-refunds/:id/approve': managers,
  'POST /api/merchant/till-refunds/:id/decline': managers,
  'POST /api/pos/:slug/shift': devices,
  'POST /api/pos/:slug/shift/close': devices,
  'POST /api/pos/:slug/sales/:saleId/refund': devices,
  'POST /api/pos/:slug/device': everyone,
  'GET /api/pos/:slug': devices,
  'POST /api/pos/:slug/sales': devices,
  'GET /api/pos/:slug/sales/:saleId': devices,
  'POST /api/pos/:slug/sales/:saleId/cancel': devices,
  'POST /api/pos/:slug/sales/:saleId/receipt': devices,
  'GET /api/payment-links/:slug': everyone,
  'POST /api/payment-links/:slug/invoices': everyone,
  'GET /api/v1/openapi.json': everyone,
  'GET /api/v1/key': ['key:read', 'key:invoices', 'key:refunds', 'key:withdrawals'],
  'GET /api/v1/rates': ['key:read'],
  'POST /api/v1/withdrawals/quote': ['key:withdrawals'],
  'PATCH /api/v1/invoices/:invoiceId': ['key:invoices'],
  'GET /api/v1/webhook-endpoints': ['key:read'],
  'GET /api/v1/webhook-endpoints/:id': ['key:read'],
  'GET /api/v1/webhook-endpoints/:id/deliveries': ['key:read'],
  // These need the scopes invoices and read, and each of these keys has one.
  'POST /api/v1/webhook-endpoints': [],
  'PATCH /api/v1/webhook-endpoints/:id': [],
  'DELETE /api/v1/webhook-endpoints/:id': [],
  'POST /api/v1/webhook-endpoints/:id/rotate': [],
  'POST /api/v1/webhook-endpoints/:id/deliveries/:deliveryId/redeliver': [],
  'POST /api/v1/webhook-endpoints/:id/test': [],
  'GET /api/v1/balances': ['key:read'],
  'GET /api/v1/transactions': ['key:read'],
  'GET /api/v1/signing-requests': ['key:read'],
  'GET /api/v1/signing-requests/:id': ['key:read'],
  'POST /api/v1/signing-requests/:id/signatures': ['key:withdrawals'],
  'GET /api/v1/withdrawals': ['key:read'],
  'GET /api/v1/withdrawals/:id': ['key:read'],
  'POST /api/v1/withdrawals': ['key:withdrawals'],
  'GET /api/v1/invoices': ['key:read'],
  'GET /api/v1/invoices/:invoiceId': ['key:read'],
  'POST /api/v1/invoices': ['key:invoices'],
  'POST /api/v1/invoices/:invoiceId/mark': ['key:invoices'],
  'POST /api/v1/invoices/:invoiceId/cancel': ['key:invoices'],
  'POST /api/v1/invoices/:invoiceId/refund': ['key:refunds'],
  'POST /api/v1/invoices/:invoiceId/refunds': ['key:refunds'],
  'GET /api/v1/refunds': ['key:read'],
  'GET /api/v1/refunds/:id': ['key:read'],
  'POST /api/v1/refunds/:id/cancel': ['key:refunds'],
  'GET /api/v1/deposit-addresses': ['key:read'],
  'GET /api/v1/deposit-addresses/:id': ['key:read'],
  'POST /api/v1/deposit-addresses': ['key:invoices'],
  'GET /api/v1/payment-links': ['key:read'],
  'GET /api/v1/payment-links/:id': ['key:read'],
  'POST /api/v1/payment-links': ['key:invoices'],
  'PATCH /api/v1/payment-links/:id': ['key:invoices'],
  'GET /api/admin/dashboard': admins,
  'GET /api/admin/dashboard/period': admins,
  'GET /api/admin/dashboard/attention': admins,
  'GET /api/admin/first-steps': admins,
  'GET /api/admin/notifications': admins,
  'GET /api/admin/transactions': admins,
  'GET /api/admin/transactions/export': admins,
  'GET /api/admin/transactions/pdf': admins,
  'GET /api/admin/transactions/summary': admins,
  'GET /api/admin/stores': admins,
  'GET /api/admin/transactions/days': admins,
  'GET /api/admin/revenue': admins,
  'GET /api/admin/revenue/export': admins,
  'GET /api/admin/fee-schedule': admins,
  'POST /api/admin/fee-schedule': admins,
  'POST /api/admin/fee-schedule/:id/withdraw': admins,
  'GET /api/admin/fees-owed': admins,
  'POST /api/admin/fees-owed/:id/extend': admins,
  'POST /api/admin/fees-owed/:id/forgive': admins,
  'POST /api/admin/fees-owed/:id/pause': admins,
  'POST /api/admin/fees-owed/:id/write-off': admins,
  'GET /api/admin/act-log': admins,
  'GET /api/admin/act-log/export': admins,
  'GET /api/admin/act-log/names': admins,
  'GET /api/admin/restore': admins,
  'GET /api/admin/restore/people': admins,
  'POST /api/admin/restore/people/confirm': admins,
  'GET /api/admin/restore/keys': admins,
  'POST /api/admin/restore/keys/:id': admins,
  'POST /api/admin/restore/finish': admins,
  'GET /api/admin/restore/money': admins,
  'POST /api/admin/restore/claims': admins,
  'POST /api/admin/restore/transactions': admins,
  'GET /api/admin/restore/lightning': admins,
  'GET /api/admin/platform-wallet/spendings': admins,
  'POST /api/admin/platform-wallet/spendings/:txid': admins,
  'POST /api/admin/platform-wallet/review': admins,
  'GET /api/doctor/echo': everyone,
  'GET /api/admin/doctor': admins,
  'POST /api/admin/doctor': admins,
  'GET /api/admin/system': admins,
  'POST /api/admin/system/pause-withdrawals': admins,
  'POST /api/admin/system/sends/:id/resolve': admins,
  'POST /api/admin/system/audit': admins,
  'POST /api/admin/system/audit/acknowledge': admins,
  'POST /api/admin/system/audit/reopen': admins,
  'POST /api/admin/system/check': admins,
  'POST /api/admin/system/mail/:id/retry': admins,
  'POST /api/admin/system/mail/:id/dismiss': admins,
  'POST /api/admin/system/sends/:id/retry': admins,
  'POST /api/admin/system/sends/:id/cancel': admins,
  'POST /api/admin/system/stores/:id/read': admins,
  // The signature over the body authorizes this call.
  'POST /api/engine-hooks/:storeId': [],
}

function security(portal: string, who: readonly Caller[]): Record<string, readonly Caller[]> {
  return {
    [`GET /api/${portal}/security`]: who,
    [`POST /api/${portal}/change-password`]: who,
    [`POST /api/${portal}/setup-2fa`]: who,
    [`POST /api/${portal}/verify-2fa`]: who,
    [`POST /api/${portal}/disable-2fa`]: who,
    [`POST /api/${portal}/recovery-codes`]: who,
  }
}

let server: TestApp
let people: Record<Exclude<Caller, 'nobody' | 'till' | Key>, Someone>
let keys: Record<Key, string>
let device: TestDevice
beforeAll(async () => {
  server = await startTestApp({ RATE_LIMITS: 'off' })
  const owner = await addMerchant(server)
  people = {
    admin: await addAdmin(server),
    owner,
    manager: await addMerchantUser(server, owner.id, 'admin'),
    cashier: await addMerchantUser(server, owner.id, 'user'),
    partner: await addPartner(server),
  }
  device = await addTillDevice(server, owner.id)
  keys = {
    'key:read': await addApiKey(server, owner.id, ['read']),
    'key:invoices': await addApiKey(server, owner.id, ['invoices']),
    'key:refunds': await addApiKey(server, owner.id, ['refunds']),
    'key:withdrawals': await addApiKey(server, owner.id, ['withdrawals']),
  }
})
afterAll(() => server.close())

const isKey = (caller: Caller): caller is Key => caller.startsWith('key:')
const isPerson = (caller: Caller) => signedIn.includes(caller)

const nameOf = ({ method, path }: Call) => `${method} ${path}`
/** On loopback the sandbox controls are open. Their own test covers the closed case. */
const guarded = calls.filter(({ audience }) => audience !== 'sandbox')

test('the matrix lists every call and no call that does not exist', () => {
  expect(guarded.map(nameOf).sort()).toEqual(Object.keys(rights).sort())
})

/** The portals do not accept API keys, the API does not accept sessions, and a till accepts its devices only. */
const isKnown = ({ audience }: Call, caller: Caller) =>
  audience === 'api' ? isKey(caller) : audience !== 'till' && isPerson(caller)

/** Compares the answer to a caller with the table. */
const expectRight = (call: Call, caller: Caller, answer: { status: number; message: string }) => {
  const isAllowed = rights[nameOf(call)]?.includes(caller) === true
  const why = `${nameOf(call)} by ${caller}: ${answer.status} ${answer.message}`
  if (!isAllowed) expect(answer.status, why).toBe(isKnown(call, caller) ? 403 : 401)
  else expect([401, 403], why).not.toContain(answer.status)
  const missing = [call.scope, call.alsoNeeds].find((scope) => caller !== `key:${scope}`)
  if (!isAllowed && isKnown(call, caller) && isKey(caller)) expect(answer.message, why).toContain(`"${missing}"`)
}

const signed = {
  ...{ id: 1, email: 'someone@example.test', name: 'Someone', sessionId: 1 },
  ...{ passwordIsRecent: true, twoFactorEnabled: false, mustEnroll: false },
}
const ofStore = { merchantId: 1, storeName: 'Blue Door' }
const keyWith = (scope: ApiScope): Admitted => ({
  apiKey: {
    ...{ id: 1, merchantId: 1, name: 'Shop', prefix: 'bq_test_', scopes: [scope], isSuspended: false },
    ...{ createdBy: 'someone@example.test', withdrawalAddresses: [] },
  },
})
const admitted: Record<Caller, Admitted> = {
  nobody: {},
  admin: { person: { ...signed, kind: 'admin' } },
  owner: { person: { ...signed, ...ofStore, kind: 'merchant', role: 'owner' } },
  manager: { person: { ...signed, ...ofStore, kind: 'merchant-user', role: 'admin' } },
  cashier: { person: { ...signed, ...ofStore, kind: 'merchant-user', role: 'user' } },
  partner: { person: { ...signed, kind: 'partner', sharePercentage: '2.00' } },
  'key:read': keyWith('read'),
  'key:invoices': keyWith('invoices'),
  'key:refunds': keyWith('refunds'),
  'key:withdrawals': keyWith('withdrawals'),
  till: { device: { id: 1, name: 'Counter', merchantId: 1, storeName: 'Blue Door', tillId: 1, slug: 'counter' } },
}

/** What is decided for a caller, who is recognized only by what the call takes. */
const decide = (call: Call, caller: Caller) => {
  const { person, apiKey, device } = admitted[caller]
  const recognized = { none: {}, session: { person }, key: { apiKey }, device: { device } }
  try {
    requireRight(call, recognized[credentialOf(call, isKey(caller))], false)
    return { status: 200, message: 'admitted' }
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, message: error.message }
    throw error
  }
}

test.each(guarded.map((call) => [nameOf(call), call] as const))('%s', (_, call) => {
  for (const caller of callers) {
    if (call.audience === 'engine') expect(decide(call, caller).status).toBe(200)
    else expectRight(call, caller, decide(call, caller))
  }
})

const tokens = new Map<Caller, string>()
const tokenOf = async (caller: Caller) => {
  if (caller === 'nobody' || caller === 'till') return undefined
  if (isKey(caller)) return keys[caller]
  const token = tokens.get(caller) ?? (await signInAs(server, people[caller]))
  tokens.set(caller, token)
  return token
}

/** An accepted event stream never ends by itself. */
const endsByItself = (call: Call) => call.media !== 'text/event-stream'

const askAs = async (caller: Caller, call: Call) => {
  const token = await tokenOf(caller)
  // These end the session.
  if (/logout|sessions/.test(call.path) && call.method !== 'GET') tokens.delete(caller)
  const { status, body } = await ask(server, call, {
    ...(token === undefined ? {} : { token }),
    ...(call.method === 'GET' || call.method === 'DELETE' ? {} : { body: {} }),
    ...(caller === 'till' ? { headers: { cookie: device.cookie } } : {}),
    params: {
      ...{ id: 999_999, invoiceId: 'nothing', storeId: 'nothing', slug: device.slug, deviceId: 999_999 },
      cashierId: 999_999,
      itemId: 999_999,
      saleId: '00000000-0000-4000-8000-000000000000',
    },
  })
  return { status, code: body.code, message: String(body.message) }
}

test('every route refuses a caller without credentials, unless it is open to everyone', async () => {
  for (const call of guarded) {
    const answer = await askAs('nobody', call)
    if (call.audience === 'engine') expect(answer.status, nameOf(call)).toBe(404)
    else if (call.audience === 'public') expect(answer.code, nameOf(call)).not.toBe('not-signed-in')
    else expectRight(call, 'nobody', answer)
  }
})

test('no route refuses those of its callers who may do least', async () => {
  for (const call of guarded.filter(endsByItself)) {
    if (call.audience === 'public') continue
    const allowed = rights[nameOf(call)] ?? []
    // What is for everyone who is signed in may work differently for each of them.
    const some = call.audience === 'person' ? allowed : allowed.slice(-1)
    for (const caller of some) expectRight(call, caller, await askAs(caller, call))
  }
})

/** One call for each audience, and for each scope of a key. */
const samples = new Map(
  guarded
    .filter((call) => endsByItself(call) && call.audience !== 'engine' && call.audience !== 'public')
    .sort((a, b) => Number(a.method === 'GET') - Number(b.method === 'GET'))
    .map((call) => [[call.audience, call.scope, call.alsoNeeds].join(' '), call]),
)

test.each([...samples])('a call for %s admits and refuses each type of caller as the table says', async (_, call) => {
  for (const caller of callers) expectRight(call, caller, await askAs(caller, call))
})

test.each(['engine', 'public'] as const)('a call for %s never asks anyone to sign in', async (audience) => {
  const call = guarded.find((each) => each.audience === audience) ?? expect.unreachable(audience)
  for (const caller of callers) expect((await askAs(caller, call)).code, caller).not.toBe('not-signed-in')
})

test('malformed tokens are treated as no token', async () => {
  for (const authorization of [
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${'a'.repeat(43)}`,
    'Basic YWRtaW46YWRtaW4=',
    `bearer ${'b'.repeat(43)}`,
  ]) {
    const answer = await server.app.inject({ url: '/api/auth/verify', headers: { authorization } })
    expect(answer.statusCode, authorization).toBe(401)
  }
})

test('off loopback only an admin can use the sandbox controls and the mailbox', async () => {
  const open = await startTestApp({ HOST: '0.0.0.0', RATE_LIMITS: 'off' })
  try {
    const [admin, owner] = [await addAdmin(open), await addMerchant(open)]
    const mailbox = (token?: string) =>
      open.app.inject({ url: '/api/sandbox/mail', headers: token ? { authorization: `Bearer ${token}` } : {} })
    expect((await mailbox()).statusCode).toBe(401)
    expect((await mailbox(await signInAs(open, owner))).statusCode).toBe(403)
    expect((await mailbox(await signInAs(open, admin))).statusCode).toBe(200)
  } finally {
    await open.close()
  }
})

test('without a sandbox there are no sandbox controls', async () => {
  const live = await startTestApp({
    BTCPAY_URL: 'http://127.0.0.1:1',
    BTCPAY_API_KEY: 'none',
    APP_SECRET: 'a secret of more than 32 characters, kept',
  })
  try {
    for (const call of calls.filter(({ audience }) => audience === 'sandbox')) {
      const answer = await ask(live, call, call.method === 'GET' ? {} : { body: {} })
      expect(answer.status, nameOf(call)).toBe(404)
    }
  } finally {
    await live.close()
  }
})
