import { useState } from 'react'
import { OwnCodeField } from '../../../frame/own-code-field.tsx'
import { useAdminCode } from '../../../lib/admin-code.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/input.tsx'
import { formatBtc } from '../../../ui/money-text.ts'
import { toast } from '../../../ui/toast-store.ts'
import { usePartnerNames } from '../money/use-money.ts'
import * as t from './messages.ts'
import { type Spending, useDecideSpending, useReviewSpendings } from './use-spendings.ts'

/** Says what left the platform's wallet. Nothing is chosen beforehand. */
export const ExplainDialog = ({ spending, onClose }: { spending: Spending; onClose: () => void }) => {
  const { txid, amountBtc, seenAt, sends } = spending
  /** `send 7`, or one of the others. */
  const [as, setAs] = useState('')
  const [partnerId, setPartnerId] = useState('')
  const code = useAdminCode()
  const partners = usePartnerNames(as === 'payout')
  const decide = useDecideSpending(txid)
  const review = useReviewSpendings()
  const answers = {
    onSuccess: ({ message }: { message: string }) => {
      code.answered()
      onClose()
      toast({ title: t.savedToast, description: message })
    },
    onError: (error: unknown) => {
      if (!code.answered(error))
        toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.saveFailed) })
    },
  }
  const send = () => {
    if (as === 'review') review.mutate(code.proof, answers)
    else if (as === 'own') decide.mutate({ as, ...code.proof }, answers)
    else if (as === 'payout') decide.mutate({ as, partnerId: Number(partnerId), ...code.proof }, answers)
    else decide.mutate({ as: 'send', sendId: Number(as.slice('send '.length)), ...code.proof }, answers)
  }
  const isReview = as === 'review'
  return (
    <FormDialog
      onClose={onClose}
      title={t.explainTitle}
      purpose={t.explainPurpose({ amount: formatBtc(amountBtc), date: formatDateTime(seenAt) })}
      confirm={isReview ? t.startReview : t.save}
      confirming={t.saving}
      bad={isReview}
      busy={decide.isPending || review.isPending}
      disabled={as === '' || (as === 'payout' && partnerId === '')}
      onSubmit={send}
    >
      <Field label={t.what} hint={hintOf(as)}>
        <Select value={as} placeholder={t.choose} onChange={({ target }) => setAs(target.value)}>
          {sends.map(({ id, kind, owner }) => (
            <option key={id} value={`send ${id}`}>
              {t.asSend({ kind, id: String(id), owner })}
            </option>
          ))}
          <option value="payout">{t.asPayout}</option>
          <option value="own">{t.asOwn}</option>
          <option value="review">{t.asReview}</option>
        </Select>
      </Field>
      {as === 'payout' && (
        <Field label={t.partner}>
          <Select value={partnerId} placeholder={t.choose} onChange={({ target }) => setPartnerId(target.value)}>
            {partners.data?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <OwnCodeField {...code} />
    </FormDialog>
  )
}

const hints: Record<string, string> = { payout: t.payoutHint, own: t.ownHint, review: t.reviewHint }
const hintOf = (as: string) => (as === '' ? undefined : (hints[as] ?? t.sendHint))
