import type { Portal } from '@bitquay/contract/people'
import { paths } from '../../frame/screens.ts'

/** Where a person arrives after signing in. */
export const homeOf: Record<Portal, string> = {
  admin: paths.admin.merchants,
  merchant: paths.merchant.dashboard,
  partner: paths.partner.dashboard,
}
