import type { PromoCode } from '@bitquay/contract/promo-codes'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useResumePromoCode, useRevokePromoCode } from './use-promo-codes.ts'

const texts = {
  revoke: {
    title: t.revokeCode,
    purpose: t.revokePurpose,
    confirm: t.revoke,
    confirming: t.revoking,
    done: t.revokedToast,
    now: t.notUsable,
    failed: t.revokeFailed,
  },
  resume: {
    title: t.letWorkCode,
    purpose: t.letWorkPurpose,
    confirm: t.letWork,
    confirming: t.resuming,
    done: t.resumedToast,
    now: t.usableOnce,
    failed: t.resumeFailed,
  },
}

type DecideProps = { promoCode: PromoCode; decision: keyof typeof texts; onClose: () => void }

/** Revokes a code, or lets one work again that a restore suspended. */
export const DecidePromoCodeDialog = ({ promoCode, decision, onClose }: DecideProps) => {
  const acts = { revoke: useRevokePromoCode(), resume: useResumePromoCode() }
  const act = acts[decision]
  const code = useAdminCode()
  const { title, purpose, confirm, confirming, done, now, failed } = texts[decision]
  return (
    <FormDialog
      onClose={onClose}
      title={title({ code: promoCode.code })}
      purpose={purpose}
      confirm={confirm}
      confirming={confirming}
      bad={decision === 'revoke'}
      busy={act.isPending}
      onSubmit={() =>
        act.mutate(
          { id: promoCode.id, ...code.proof },
          {
            onSuccess: () => {
              onClose()
              toast({ title: done, description: now({ code: promoCode.code }) })
            },
            onError: (error) => {
              if (code.answered(error)) return
              toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, failed) })
            },
          },
        )
      }
    >
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
