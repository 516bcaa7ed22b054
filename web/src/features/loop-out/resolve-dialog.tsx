import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useResolveLoopOut } from './use-loop-outs.ts'

type ResolveFields = { outcome: 'paid' | 'not-paid'; preimage: string }

const results = { paid: t.paidResult, 'not-paid': t.notPaidResult }

/** Lets an admin say what happened to a Lightning payment. The server accepts it only if no node disagrees. */
export const ResolveDialog = ({ request, onClose }: { request: AdminLoopOutRequest; onClose: () => void }) => {
  const resolve = useResolveLoopOut()
  const code = useAdminCode()
  const { fields, bind, errors, setError, submit } = useContractForm(leaveToServer<ResolveFields>, {
    initial: { outcome: 'not-paid', preimage: '' },
  })
  const send = submit(({ outcome, preimage }) =>
    resolve.mutate(
      { requestId: request.id, outcome, ...proofOf(outcome, preimage.trim()), ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({ title: t.resolvedToast, description: results[outcome] })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          if (refusal instanceof ApiError && refusal.status === 400) setError('preimage', refusal.message)
          else toast({ kind: 'bad', title: t.failedToast, description: messageOf(refusal, t.resolveFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.resolveTitle({ store: request.storeName })}
      purpose={t.resolvePurpose}
      confirm={t.resolve}
      confirming={t.resolving}
      busy={resolve.isPending}
      onSubmit={send}
    >
      <div className="stack gap-5">
        <Field label={t.outcome} hint={hints[fields.outcome]}>
          <Select {...bind('outcome')}>
            <option value="not-paid">{t.notPaid}</option>
            <option value="paid">{t.paid}</option>
          </Select>
        </Field>
        {fields.outcome === 'paid' && (
          <Field label={t.preimage} hint={t.preimageHint} error={errors.preimage}>
            <Input className="mono" autoComplete="off" spellCheck={false} maxLength={64} {...bind('preimage')} />
          </Field>
        )}
        <OwnCodeField {...code} />
      </div>
    </FormDialog>
  )
}

const proofOf = (outcome: ResolveFields['outcome'], preimage: string) =>
  outcome === 'paid' && preimage !== '' ? { preimage } : {}

const hints = { paid: t.paidHint, 'not-paid': t.notPaidHint }
