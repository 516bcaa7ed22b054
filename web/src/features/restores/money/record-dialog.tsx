import type { UnknownTransaction } from '@bitquay/contract/restores.money'
import { useState } from 'react'
import { messageOf } from '../../../lib/api-error.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { formatBtc } from '../../../ui/money-text.ts'
import { toast } from '../../../ui/toast-store.ts'
import * as t from './messages.ts'
import { usePartnerNames, useRecord } from './use-money.ts'

type As = 'withdrawal' | 'refund' | 'sweep' | 'payout' | 'outside'
export const recordNames: Record<As, string> = {
  withdrawal: t.asWithdrawal,
  refund: t.asRefund,
  sweep: t.asSweep,
  payout: t.asPayout,
  outside: t.asOutside,
}

/** Says what a transaction was that nobody asked for. Nothing is chosen beforehand. */
export const RecordDialog = ({ transaction, onClose }: { transaction: UnknownTransaction; onClose: () => void }) => {
  const { storeRef, txid, merchantId, owner, amountBtc, seenAt, suggestion } = transaction
  const [as, setAs] = useState<As | ''>('')
  const [invoiceId, setInvoiceId] = useState('')
  const [partnerId, setPartnerId] = useState('')
  const partners = usePartnerNames(merchantId === null)
  const record = useRecord()
  const possible: As[] =
    merchantId === null
      ? ['payout', 'outside']
      : ['withdrawal', 'refund', ...(suggestion === 'sweep' ? (['sweep'] as const) : []), 'outside']
  const isComplete = as !== '' && (as !== 'refund' || invoiceId.trim() !== '') && (as !== 'payout' || partnerId !== '')
  const send = () => {
    if (as === '') return
    const about = { storeRef, txid }
    const body =
      as === 'refund'
        ? { ...about, as, invoiceId: invoiceId.trim() }
        : as === 'payout'
          ? { ...about, as, partnerId: Number(partnerId) }
          : { ...about, as }
    record.mutate(body, {
      onSuccess: () => {
        onClose()
        toast({ title: t.recordedToast })
      },
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.recordFailed) }),
    })
  }
  return (
    <FormDialog
      onClose={onClose}
      title={t.recordTitle}
      purpose={t.recordPurpose({
        amount: formatBtc(amountBtc),
        owner: merchantId === null ? t.platformWallet : owner,
        date: formatDateTime(seenAt),
      })}
      confirm={t.record}
      confirming={t.recording}
      busy={record.isPending}
      disabled={!isComplete}
      onSubmit={send}
    >
      <Field label={t.what}>
        <Select value={as} placeholder={t.choose} onChange={({ target }) => setAs(target.value as As)}>
          {possible.map((each) => (
            <option key={each} value={each}>
              {recordNames[each]}
            </option>
          ))}
        </Select>
      </Field>
      {as === 'refund' && (
        <Field label={t.invoiceId}>
          <Input value={invoiceId} maxLength={100} onChange={({ target }) => setInvoiceId(target.value)} />
        </Field>
      )}
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
    </FormDialog>
  )
}
