import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useResolveLoopOut } from './use-loop-outs.ts'

type ResolveFields = { outcome: 'paid' | 'not-paid'; preimage: string }

const told = {
  paid: 'The platform owes it on-chain now. The payment leaves its wallet in a moment.',
  'not-paid': 'The held coins are free, and the request is pending again.',
}

/** Says what became of a Lightning payment of which no answer comes. The server believes it only if no node disagrees. */
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
          toast({ title: 'Request Resolved', description: told[outcome] })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          if (refusal instanceof ApiError && refusal.status === 400) setError('preimage', refusal.message)
          else toast({ kind: 'bad', title: 'Error', description: messageOf(refusal, 'Failed to resolve request') })
        },
      },
    ),
  )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Resolve the request of ${request.storeName}`}
      purpose="Where the nodes never tell what became of the Lightning payment, you say it. Both are asked once more before anything changes."
      confirm="Resolve"
      confirming="Resolving..."
      busy={resolve.isPending}
      onConfirm={send}
    >
      <div className="grid gap-5">
        <Field label="What became of it" hint={hints[fields.outcome]}>
          <Select {...bind('outcome')}>
            <option value="not-paid">It was not paid</option>
            <option value="paid">It was paid</option>
          </Select>
        </Field>
        {fields.outcome === 'paid' && (
          <Field
            label="Preimage"
            hint="From the merchant. Left empty, the merchant’s node is asked for it."
            error={errors.preimage}
          >
            <Input className="mono" autoComplete="off" spellCheck={false} maxLength={64} {...bind('preimage')} />
          </Field>
        )}
        <OwnCodeField {...code} />
      </div>
    </ConfirmDialog>
  )
}

const proofOf = (outcome: ResolveFields['outcome'], preimage: string) =>
  outcome === 'paid' && preimage !== '' ? { preimage } : {}

const hints = {
  paid: 'Its preimage proves it. The coins that are held then go to the merchant.',
  'not-paid': 'The coins that are held are free again, and the request waits as before.',
}
