import type { AdminMerchant } from '@bitquay/contract/merchants.admin'
import { ActivationDialog } from '../../frame/activation-dialog.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import * as t from './messages.ts'
import { useChangeMerchant } from './use-merchants.ts'

type MerchantActivationProps = {
  merchant: Pick<AdminMerchant, 'id' | 'storeName' | 'isActive'>
  onClose: () => void
}

/** Deactivates or activates a merchant after a confirmation. */
export const MerchantActivation = ({ merchant, onClose }: MerchantActivationProps) => (
  <ActivationDialog
    onClose={onClose}
    name={merchant.storeName}
    isActive={merchant.isActive}
    purpose={{ deactivate: t.deactivatePurpose, activate: t.activatePurpose }}
    action={useChangeMerchant(merchant.id)}
    code={useAdminCode()}
    explain={messageOf}
    texts={{
      deactivated: t.deactivatedToast,
      activated: t.activatedToast,
      failed: t.changeFailed,
    }}
  />
)
