import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useResendRange } from './use-webhooks.ts'

const dayMs = 24 * 3600_000

/** As a field for date and time has it: local, without a zone. */
const local = (date: Date) => new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

type Range = { from: string; to: string; delivered: boolean }

const lastDay = (): Range => ({
  from: local(new Date(Date.now() - dayMs)),
  to: local(new Date(Date.now() + 60_000)),
  delivered: false,
})

const checkRange = ({ from, to }: Range) => {
  const [begin, end] = [new Date(from), new Date(to)]
  return begin < end ? {} : { from: t.rangeInvalid }
}

/** Sends a range of time again: what the endpoint missed, or everything. */
export const ResendDialog = ({ endpointId, onClose }: { endpointId: number; onClose: () => void }) => {
  const resend = useResendRange(endpointId)
  const [initial] = useState(lastDay)
  const { bind, fields, errors, change, setError, submit } = useContractForm(checkRange, { initial })
  const send = submit(({ from, to, delivered }) =>
    resend.mutate(
      { from: new Date(from).toISOString(), to: new Date(to).toISOString(), delivered },
      {
        onSuccess: ({ count }) => {
          toast({
            title: count === 0 ? t.nothingToast : t.resentToast,
            description: count === 0 ? t.nothing : t.resent({ count }),
          })
          onClose()
        },
        onError: (refused) => setError('from', messageOf(refused, t.actionFailed)),
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.resendTitle}
      purpose={t.resendPurpose}
      confirm={t.resend}
      confirming={t.sending}
      busy={resend.isPending}
      onSubmit={send}
    >
      <div className="stack gap-4">
        <Field label={t.from} error={errors.from}>
          <Input type="datetime-local" {...bind('from')} />
        </Field>
        <Field label={t.to}>
          <Input type="datetime-local" {...bind('to')} />
        </Field>
        <label className="check across gap-2.5 finger">
          <input
            type="checkbox"
            checked={fields.delivered}
            onChange={(event) => change('delivered', event.target.checked)}
          />
          <span>{t.alsoDelivered}</span>
        </label>
      </div>
    </FormDialog>
  )
}
