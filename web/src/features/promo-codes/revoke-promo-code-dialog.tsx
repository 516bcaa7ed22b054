import type { PromoCode } from '@bitquay/contract/promo-codes'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useRevokePromoCode } from './use-promo-codes.ts'

export const RevokePromoCodeDialog = ({ promoCode, onClose }: { promoCode: PromoCode; onClose: () => void }) => {
  const revoke = useRevokePromoCode()
  const code = useAdminCode()
  return (
    <FormDialog
      onClose={onClose}
      title={t.revokeCode({ code: promoCode.code })}
      purpose={t.revokePurpose}
      confirm={t.revoke}
      confirming={t.revoking}
      bad
      busy={revoke.isPending}
      onSubmit={() =>
        revoke.mutate(
          { id: promoCode.id, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: t.revokedToast, description: t.notUsable({ code: promoCode.code }) })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.revokeFailed) })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
