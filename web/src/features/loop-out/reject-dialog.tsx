import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useRejectLoopOut } from './use-loop-outs.ts'

export const RejectDialog = ({ request, onClose }: { request: AdminLoopOutRequest; onClose: () => void }) => {
  const reject = useRejectLoopOut()
  const code = useAdminCode()
  const { bind, errors, submit } = useContractForm(checkReason, { initial: { reason: '' } })
  const send = submit(({ reason }) =>
    reject.mutate(
      { requestId: request.id, reason: reason.trim(), ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({
            title: t.rejectedToast,
            description: t.balanceRestored({ store: request.storeName }),
          })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          toast({ kind: 'bad', title: t.failedToast, description: messageOf(refusal, t.rejectFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.rejectTitle({ store: request.storeName })}
      purpose={t.rejectPurpose}
      confirm={t.reject}
      confirming={t.rejecting}
      bad
      busy={reject.isPending}
      onSubmit={send}
    >
      <div className="stack gap-5">
        <Field label={t.reason} error={errors.reason}>
          <Textarea rows={3} maxLength={1000} data-autofocus {...bind('reason')} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}

const checkReason = ({ reason }: { reason: string }) => (reason.trim() === '' ? { reason: t.reasonNeeded } : {})
