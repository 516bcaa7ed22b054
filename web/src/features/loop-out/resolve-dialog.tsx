import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useResolveLoopOut } from './use-loop-outs.ts'

const told = {
  paid: 'The platform owes it on-chain now. The payment leaves its wallet in a moment.',
  'not-paid': 'The held coins are free, and the request is pending again.',
}

/** Says what became of a Lightning payment of which no answer comes. The server believes it only if no node disagrees. */
export const ResolveDialog = ({ request, onClose }: { request: AdminLoopOutRequest; onClose: () => void }) => {
  const resolve = useResolveLoopOut()
  const code = useAdminCode()
  const [outcome, setOutcome] = useState<'paid' | 'not-paid'>('not-paid')
  const [preimage, setPreimage] = useState('')
  const [error, setError] = useState<string>()
  const proof = outcome === 'paid' && preimage.trim() !== '' ? { preimage: preimage.trim() } : {}
  const submit = () =>
    resolve.mutate(
      { requestId: request.id, outcome, ...proof, ...code.proof },
      {
        onSuccess: () => {
          onClose()
          toast({ title: 'Request Resolved', description: told[outcome] })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          if (refusal instanceof ApiError && refusal.status === 400) setError(refusal.message)
          else toast({ kind: 'bad', title: 'Error', description: messageOf(refusal, 'Failed to resolve request') })
        },
      },
    )
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Resolve the request of ${request.storeName}`}
      purpose="Where the nodes never tell what became of the Lightning payment, you say it. Both are asked once more before anything changes."
      confirm="Resolve"
      confirming="Resolving..."
      busy={resolve.isPending}
      onConfirm={submit}
    >
      <div className="grid gap-5">
        <Field label="What became of it" hint={hints[outcome]}>
          <Select value={outcome} onChange={(event) => setOutcome(event.target.value === 'paid' ? 'paid' : 'not-paid')}>
            <option value="not-paid">It was not paid</option>
            <option value="paid">It was paid</option>
          </Select>
        </Field>
        {outcome === 'paid' && (
          <Field
            label="Preimage"
            hint="From the merchant. Left empty, the merchant’s node is asked for it."
            error={error}
          >
            <Input
              className="mono"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              value={preimage}
              onChange={(event) => {
                setPreimage(event.target.value)
                setError(undefined)
              }}
            />
          </Field>
        )}
        <OwnCodeField {...code} />
      </div>
    </ConfirmDialog>
  )
}

const hints = {
  paid: 'Its preimage proves it. The coins that are held then go to the merchant.',
  'not-paid': 'The coins that are held are free again, and the request waits as before.',
}
