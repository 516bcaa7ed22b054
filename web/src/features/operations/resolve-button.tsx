import type { StuckSend } from '@bitquay/contract/system'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useResolveSend } from './use-system.ts'

/** Says what became of a send whose coins went another way. The server believes it only if the wallet agrees. */
export const ResolveButton = ({ send }: { send: Pick<StuckSend, 'id' | 'kind'> }) => {
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
          toast({ title: 'Send resolved' })
        },
        onError: (refusal) => {
          if (code.answered(refusal)) return
          if (refusal instanceof ApiError && refusal.status === 400) setError('txid', refusal.message)
          else toast({ kind: 'bad', title: 'Error', description: messageOf(refusal, 'Failed to resolve the send') })
        },
      },
    ),
  )
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        Resolve
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Resolve ${send.kind} ${send.id}`}
        purpose="Where another transaction spent its coins, say which one. It is checked against the wallet before anything changes."
        onSubmit={confirm}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant="signal" busy={resolve.isPending}>
              Resolve
            </Button>
          </>
        }
      >
        <Field label="TXID" hint="Of the transaction that spent its coins" error={errors.txid}>
          <Input
            className="mono"
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            {...bind('txid')}
            data-autofocus
          />
        </Field>
        <Field label="What it did">
          <Select {...register('outcome')}>
            <option value="paid">It paid the same payee</option>
            <option value="lost">It paid somebody else</option>
          </Select>
        </Field>
        <OwnCodeField {...code} />
      </Dialog>
    </>
  )
}

/** Only the server can look the transaction up. */
type ResolveFields = { txid: string; outcome: 'paid' | 'lost' }
