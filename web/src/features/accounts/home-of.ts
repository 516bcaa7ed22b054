import type { Portal } from '@bitquay/contract/people'

/** Where a person arrives after signing in. */
export const homeOf: Record<Portal, string> = {
  admin: '/admin/merchants',
  merchant: '/merchant/dashboard',
  partner: '/partner/dashboard',
}
