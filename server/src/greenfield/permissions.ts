import type { ApiScope } from '@bitquay/contract/call'
import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicyWithFormTo } from '../platform/http/headers.ts'

/** BTCPay's permission names, and the scopes that one of our keys needs for them. */
const scopesOf = {
  'btcpay.store.canviewstoresettings': ['read'],
  'btcpay.store.canviewinvoices': ['read'],
  'btcpay.store.cancreateinvoice': ['invoices'],
  'btcpay.store.canmodifyinvoices': ['read', 'invoices'],
  // Receiving events means reading them, so this needs both scopes.
  'btcpay.store.webhooks.canmodifywebhooks': ['read', 'invoices'],
  'btcpay.store.canviewpaymentrequests': ['read'],
  'btcpay.store.canmodifypaymentrequests': ['read', 'invoices'],
  'btcpay.store.cancreatelightninginvoice': ['invoices'],
  'btcpay.store.canviewlightninginvoice': ['read'],
  'btcpay.store.cancreatenonapprovedpullpayments': ['refunds'],
  'btcpay.store.canviewpullpayments': ['refunds'],
  'btcpay.store.canarchivepullpayments': ['refunds'],
  'btcpay.store.canviewpayouts': ['refunds'],
} as const satisfies Record<string, readonly ApiScope[]>

export type Permission = keyof typeof scopesOf

/** Those that come with another one. Plugins refuse a key that lists a permission that they don't know. */
const included: readonly Permission[] = [
  'btcpay.store.canviewpaymentrequests',
  'btcpay.store.canmodifypaymentrequests',
  'btcpay.store.cancreatelightninginvoice',
  'btcpay.store.canviewlightninginvoice',
  'btcpay.store.canviewpullpayments',
  'btcpay.store.canarchivepullpayments',
  'btcpay.store.canviewpayouts',
]

export const permissionsOf = (scopes: readonly ApiScope[]): Permission[] =>
  (Object.keys(scopesOf) as Permission[]).filter(
    (permission) => mayDo(scopes, permission) && !included.includes(permission),
  )

export const mayDo = (scopes: readonly ApiScope[], permission: Permission) =>
  scopesOf[permission].every((needed) => scopes.includes(needed))

/**
 * The consent page, where a manager gives a shop's plugin a key, sends a form to the shop. Only that page may do so,
 * and only to the origin in its own URL.
 */
export const allowFormTo = (app: FastifyInstance, paths: readonly string[], mode: 'sandbox' | 'live') => {
  app.addHook('onRequest', async (request, reply) => {
    const [requestedPath, search = ''] = request.url.split('?')
    if (!paths.includes(requestedPath ?? '')) return
    const target = new URLSearchParams(search).get('redirect') ?? ''
    if (!URL.canParse(target)) return
    const { protocol, origin } = new URL(target)
    if (protocol === 'https:' || (protocol === 'http:' && mode === 'sandbox')) {
      reply.header('content-security-policy', contentSecurityPolicyWithFormTo(origin))
    }
  })
}
