import type { ApiScope } from '@bitquay/contract/call'
import type { FastifyInstance } from 'fastify'
import { contentSecurityPolicyWithFormTo } from '../platform/http/headers.ts'

/** BTCPay's names of what a key may do, and what one of our keys needs for it. */
const scopesOf = {
  'btcpay.store.canviewstoresettings': ['read'],
  'btcpay.store.canviewinvoices': ['read'],
  'btcpay.store.cancreateinvoice': ['invoices'],
  'btcpay.store.canmodifyinvoices': ['read', 'invoices'],
  // Whoever may have events sent somewhere reads them.
  'btcpay.store.webhooks.canmodifywebhooks': ['read', 'invoices'],
} as const satisfies Record<string, readonly ApiScope[]>

export type Permission = keyof typeof scopesOf

export const permissionsOf = (scopes: readonly ApiScope[]): Permission[] =>
  (Object.keys(scopesOf) as Permission[]).filter((permission) => mayDo(scopes, permission))

export const mayDo = (scopes: readonly ApiScope[], permission: Permission) =>
  scopesOf[permission].every((needed) => scopes.includes(needed))

/**
 * The page on which a manager lets a shop's plugin have a key sends a form to the shop. That page alone may, and only to
 * the origin that its own address names.
 */
export const allowFormTo = (app: FastifyInstance, path: string, mode: 'sandbox' | 'live') => {
  app.addHook('onRequest', async (request, reply) => {
    const [asked, search = ''] = request.url.split('?')
    if (asked !== path) return
    const target = new URLSearchParams(search).get('redirect') ?? ''
    if (!URL.canParse(target)) return
    const { protocol, origin } = new URL(target)
    if (protocol === 'https:' || (protocol === 'http:' && mode === 'sandbox')) {
      reply.header('content-security-policy', contentSecurityPolicyWithFormTo(origin))
    }
  })
}
