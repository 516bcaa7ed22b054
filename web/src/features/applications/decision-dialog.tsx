import type { ApplicationDetails } from '@bitquay/contract/applications.requests'
import { markupFeePercent } from '@bitquay/contract/fees'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useReview } from './use-applications.ts'

type DecisionDialogProps = {
  application: ApplicationDetails
  status: 'approved' | 'rejected'
  onClose: () => void
}

/** The last step of a review. Only an approval has a markup. */
export const DecisionDialog = ({ application, status, onClose }: DecisionDialogProps) => {
  const isApproval = status === 'approved'
  const review = useReview(application.id)
  const code = useAdminCode()
  const { fields, bind, errors, setError, submit } = useContractForm(leaveToServer<DecisionFields>, {
    initial: { reviewNotes: '', markup: '0' },
  })
  const send = (markup: { markupFeePercent?: string }) =>
    review.mutate(
      { status, ...markup, ...(fields.reviewNotes.trim() ? { reviewNotes: fields.reviewNotes } : {}), ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({
            title: t.reviewedToast,
            description: (isApproval ? t.invited : t.declined)({ email: application.email }),
          })
        },
        onError: (error) => {
          if (code.answered(error)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.reviewFailed) })
        },
      },
    )
  const decide = submit(({ markup }) => {
    if (!isApproval) return send({})
    const parsed = markupFeePercent.safeParse(markup)
    if (parsed.success) return send({ markupFeePercent: parsed.data })
    return setError('markup', parsed.error.issues[0]?.message ?? t.markupNeeded)
  })
  const busy = review.isPending
  return (
    <FormDialog
      onClose={onClose}
      title={(isApproval ? t.approveTitle : t.rejectTitle)({ name: application.businessName })}
      purpose={isApproval ? t.approvingCreates : t.rejectingEmails}
      confirm={isApproval ? t.approve : t.reject}
      confirming={isApproval ? t.approving : t.rejecting}
      bad={!isApproval}
      busy={busy}
      onSubmit={decide}
    >
      {isApproval && (
        <Field label={t.markup} hint={t.markupHint} error={errors.markup}>
          <Input type="number" min={0} max={50} step={0.1} inputMode="decimal" {...bind('markup')} />
        </Field>
      )}
      <Field label={t.notes} optional hint={t.notesHint}>
        <Textarea rows={3} maxLength={2000} {...bind('reviewNotes')} />
      </Field>
      <OwnCodeField {...code} />
    </FormDialog>
  )
}

type DecisionFields = { reviewNotes: string; markup: string }
