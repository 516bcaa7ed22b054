import type { PromoCode } from '@bitquay/contract/promo-codes'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useRevokePromoCode } from './use-promo-codes.ts'

export const RevokePromoCodeDialog = ({ promoCode, onClose }: { promoCode: PromoCode; onClose: () => void }) => {
  const revoke = useRevokePromoCode()
  const code = useAdminCode()
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Revoke ${promoCode.code}`}
      purpose="It can no longer be used, and this cannot be undone."
      confirm="Revoke"
      confirming="Revoking..."
      bad
      busy={revoke.isPending}
      onConfirm={() =>
        revoke.mutate(
          { id: promoCode.id, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: 'Promo Code Revoked', description: `${promoCode.code} can no longer be used.` })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to revoke promo code') })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </ConfirmDialog>
  )
}
