import type { ApiScope } from '@bitquay/contract/call'

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
