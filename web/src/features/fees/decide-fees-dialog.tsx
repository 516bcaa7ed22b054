import type { FeesOwed } from '@bitquay/contract/fee-collection'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useChangeFeesPause, useExtendFees, useForgiveFees, useWriteOffFees } from './use-fees-owed.ts'

type DialogProps = { invoice: FeesOwed; onClose: () => void }

/** Gives a merchant more time to pay. */
export const ExtendDialog = ({ invoice, onClose }: DialogProps) => {
  const extend = useExtendFees(invoice.id)
  const [days, setDays] = useState('14')
  return (
    <Decide
      title={t.extendTitle}
      purpose={t.extendPurpose({ store: invoice.storeName })}
      confirm={t.extend}
      busy={extend.isPending}
      onClose={onClose}
      decide={(given, done) => extend.mutate({ ...given, days }, done(t.extendedToast))}
    >
      <Field label={t.moreDays}>
        <Input type="number" min={1} max={365} value={days} onChange={(event) => setDays(event.target.value)} />
      </Field>
    </Decide>
  )
}

/** When new invoices of this merchant pause. */
export const PauseDialog = ({ invoice, onClose }: DialogProps) => {
  const change = useChangeFeesPause(invoice.id)
  const [afterDays, setAfterDays] = useState(String(invoice.pause.afterDays))
  const [aboveUsd, setAboveUsd] = useState(invoice.pause.aboveUsd)
  return (
    <Decide
      title={t.pauseTitle}
      purpose={t.pausePurpose({ store: invoice.storeName })}
      confirm={t.pauseConfirm}
      busy={change.isPending}
      onClose={onClose}
      decide={(given, done) => change.mutate({ ...given, afterDays, aboveUsd }, done(t.pauseSavedToast))}
    >
      <Field label={t.pauseAfter}>
        <Input
          type="number"
          min={1}
          max={365}
          value={afterDays}
          onChange={(event) => setAfterDays(event.target.value)}
        />
      </Field>
      <Field label={t.pauseAbove} hint={t.pauseAboveHint}>
        <Input inputMode="decimal" value={aboveUsd} onChange={(event) => setAboveUsd(event.target.value)} />
      </Field>
    </Decide>
  )
}

/** Forgives what is left, with the partners' shares of it. */
export const ForgiveDialog = ({ invoice, onClose }: DialogProps) => {
  const forgive = useForgiveFees(invoice.id)
  return (
    <Decide
      title={t.forgiveTitle({ amount: formatUsd(invoice.due.usd) })}
      purpose={t.forgivePurpose({ store: invoice.storeName, share: formatUsd(invoice.partnerShare.usd) })}
      confirm={t.forgive}
      bad
      busy={forgive.isPending}
      onClose={onClose}
      decide={(given, done) => forgive.mutate(given, done(t.forgivenToast))}
    />
  )
}

/** Gives up what a closed account owes. */
export const WriteOffDialog = ({ invoice, onClose }: DialogProps) => {
  const writeOff = useWriteOffFees(invoice.id)
  return (
    <Decide
      title={t.writeOffTitle({ amount: formatUsd(invoice.due.usd) })}
      purpose={t.forgivePurpose({ store: invoice.storeName, share: formatUsd(invoice.partnerShare.usd) })}
      confirm={t.writeOff}
      bad
      busy={writeOff.isPending}
      onClose={onClose}
      decide={(given, done) => writeOff.mutate(given, done(t.writtenOff))}
    />
  )
}

type Given = { reason: string; twoFactorToken?: string }
type Done = (title: string) => { onSuccess: () => void; onError: (error: unknown) => void }

type DecideProps = {
  title: string
  purpose: string
  confirm: string
  bad?: boolean
  busy: boolean
  onClose: () => void
  decide: (given: Given, done: Done) => void
  children?: React.ReactNode
}

/** A reason, which is logged, and the admin's own code. */
const Decide = ({ decide, onClose, children, ...dialog }: DecideProps) => {
  const code = useAdminCode()
  const [reason, setReason] = useState('')
  const done: Done = (title) => ({
    onSuccess: () => {
      code.answered()
      onClose()
      toast({ title, description: t.decisionLogged })
    },
    onError: (error) => {
      if (!code.answered(error))
        toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.decisionFailed) })
    },
  })
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      disabled={reason.trim().length < 3}
      onSubmit={() => decide({ reason, ...code.proof }, done)}
    >
      {children}
      <Field label={t.reason} hint={t.reasonHint}>
        <Input maxLength={500} data-autofocus value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <OwnCodeField {...code} />
    </FormDialog>
  )
}
