import { adminSecurity, merchantSecurity, partnerSecurity } from '@bitquay/contract/accounts.security'
import type { Portal } from '@bitquay/contract/people'

/** Each portal has the same calls under its own path. */
export const securityCalls = {
  merchant: merchantSecurity,
  partner: partnerSecurity,
  admin: adminSecurity,
} satisfies Record<Portal, unknown>
