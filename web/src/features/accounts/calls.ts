import type { Portal } from '@bitquay/contract/people'
import { adminSecurity, merchantSecurity, partnerSecurity } from '@bitquay/contract/security'

/** Each portal has the same calls under its own path. */
export const securityCalls = {
  merchant: merchantSecurity,
  partner: partnerSecurity,
  admin: adminSecurity,
} satisfies Record<Portal, unknown>
