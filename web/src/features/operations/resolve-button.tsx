import type { StuckSend } from '@bitquay/contract/operations'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useResolveSend } from './use-system.ts'

/** Tells the server which other transaction spent a send's coins. It accepts that only if the wallet agrees. */
export const ResolveButton = ({ send }: { send: Pick<StuckSend, 'id'> }) => {
  const [open, setOpen] = useState(false)
  const { bind, register, errors, change, setError, submit } = useContractForm(leaveToServer<ResolveFields>, {
    initial: { txid: '', outcome: 'paid' },
  })
  const code = useAdminCode()
  const resolve = useResolveSend()
  const confirm = submit(({ txid, outcome }) =>
    resolve.mutate(
      { id: send.id, txid: txid.trim().toLowerCase(), outcome, ...code.proof },
      {
        onSuccess: () => {
          code.answered()
          setOpen(false)
          change('txid', '')
          toast({ title: t.payoutResolved })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          if (refusal instanceof ApiError && refusal.status === 400) setError('txid', refusal.message)
          else toast({ kind: 'bad', title: t.failedToast, description: messageOf(refusal, t.resolveFailed) })
        },
      },
    ),
  )
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        {t.resolve}
      </Button>
      {open && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={t.resolveTitle({ id: String(send.id) })}
          purpose={t.resolvePurpose}
          confirm={t.resolve}
          busy={resolve.isPending}
          onSubmit={confirm}
        >
          <Field label={t.txid} hint={t.txidHint} error={errors.txid}>
            <Input
              className="mono"
              autoComplete="off"
              spellCheck={false}
              maxLength={64}
              {...bind('txid')}
              data-autofocus
            />
          </Field>
          <Field label={t.outcome}>
            <Select {...register('outcome')}>
              <option value="paid">{t.paidRecipient}</option>
              <option value="lost">{t.paidSomeoneElse}</option>
            </Select>
          </Field>
          <OwnCodeField {...code} />
        </FormDialog>
      )}
    </>
  )
}

/** Only the server can look the transaction up. */
type ResolveFields = { txid: string; outcome: 'paid' | 'lost' }
