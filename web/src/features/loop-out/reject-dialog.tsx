import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
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
            title: 'Request Rejected',
            description: `The money is back on the Lightning balance of ${request.storeName}.`,
          })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          toast({ kind: 'bad', title: 'Error', description: messageOf(refusal, 'Failed to reject request') })
        },
      },
    ),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Reject the request of ${request.storeName}`}
      purpose="What is held goes back to the merchant’s Lightning balance. The reason is sent to the merchant."
      confirm="Reject"
      confirming="Rejecting..."
      bad
      busy={reject.isPending}
      onConfirm={send}
    >
      <div className="grid gap-5">
        <Field label="Reason" error={errors.reason}>
          <Textarea rows={3} maxLength={1000} data-autofocus {...bind('reason')} />
        </Field>
        <OwnCodeField {...code} />
      </div>
    </ConfirmDialog>
  )
}

const checkReason = ({ reason }: { reason: string }) => (reason.trim() === '' ? { reason: 'Please give a reason' } : {})
