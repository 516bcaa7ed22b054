import type { Portal } from '@bitquay/contract/people'
import { portalPaths } from '../../frame/portal-screens.ts'

/** Where a person arrives after signing in. */
export const homeOf: Record<Portal, string> = {
  admin: portalPaths.admin.merchants,
  merchant: portalPaths.merchant.dashboard,
  partner: portalPaths.partner.dashboard,
}

/** Where the admin who signed in with the code of a restore arrives. */
export const reviewOfRestore = portalPaths.admin.restore
