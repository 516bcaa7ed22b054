import type { MerchantDetail } from '@bitquay/contract/admin-merchants'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { ActivationDialog } from '../../ui/activation-dialog.tsx'
import { OwnCodeField } from '../../ui/own-code-field.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useChangeMerchant } from './use-merchants.ts'

/** Closes a merchant's account, or opens it again. */
export const MerchantActivation = ({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) => {
  const change = useChangeMerchant(merchant.id)
  const code = useAdminCode()
  const { isActive, storeName } = merchant
  return (
    <ActivationDialog
      onClose={onClose}
      name={storeName}
      isActive={isActive}
      purpose={{
        deactivate:
          'Everyone of it is signed out at once and cannot sign in. Its money stays in its own wallet, and payments that still come are booked.',
        activate: 'Its people can sign in again and take payments.',
      }}
      busy={change.isPending}
      onConfirm={() =>
        change.mutate(
          { isActive: !isActive, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: isActive ? 'Merchant deactivated' : 'Merchant activated', description: storeName })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to change the merchant') })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </ActivationDialog>
  )
}
