import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { ActivationDialog } from '../../frame/activation-dialog.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useChangeMerchant } from './use-merchants.ts'

/** Closes a merchant's account, or opens it again. */
export const MerchantActivation = ({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) => (
  <ActivationDialog
    onClose={onClose}
    name={merchant.storeName}
    isActive={merchant.isActive}
    purpose={{
      deactivate:
        'Everyone of it is signed out at once and cannot sign in. Its money stays in its own wallet, and payments that still come are booked.',
      activate: 'Its people can sign in again and take payments.',
    }}
    action={useChangeMerchant(merchant.id)}
    code={useAdminCode()}
    explain={messageOf}
    texts={{
      deactivated: 'Merchant deactivated',
      activated: 'Merchant activated',
      failed: 'Failed to change the merchant',
    }}
  />
)
