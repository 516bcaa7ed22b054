import { feeNoticeDays, type PlannedSchedule } from '@bitquay/contract/fees'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import './schedule-fees-dialog.css'
import { type FeeName, fees } from './fee-names.ts'
import { useScheduleFees } from './use-schedules.ts'

type ScheduleFeesDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  current: PlannedSchedule
}

/** Schedules a fee change, thirty days ahead at the earliest. Every merchant gets an email. */
export const ScheduleFeesDialog = ({ open, onOpenChange, current }: ScheduleFeesDialogProps) => {
  const code = useAdminCode()
  const announce = useScheduleFees()
  const [earliest] = useState(() => dayOf(new Date(Date.now() + (feeNoticeDays + 1) * dayMs)))
  const { bind, errors, setError, reset, submit } = useContractForm(leaveToServer<Typed>, {
    initial: { ...percentagesOf(current), effectiveFrom: earliest },
  })
  const close = () => {
    onOpenChange(false)
    reset({ ...percentagesOf(current), effectiveFrom: earliest })
  }
  const send = submit(({ effectiveFrom: day, ...typed }) =>
    announce.mutate(
      { ...typed, effectiveFrom: day === '' ? '' : `${day}T00:00:00Z`, ...code.proof },
      {
        onSuccess: ({ effectiveFrom }) => {
          code.answered()
          close()
          toast({
            title: 'Change Announced',
            description: `New fees from ${formatDate(effectiveFrom)}. Merchants are being told by mail.`,
          })
        },
        onError: (error) => {
          if (code.answered(error)) return
          if (error instanceof ApiError && error.fields.length > 0) setFirstError(error.fields, setError)
          else if (error instanceof ApiError && error.code === 'notice-too-short')
            setError('effectiveFrom', error.message)
          else toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to announce the change') })
        },
      },
    ),
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title="Announce a change of fees"
      purpose={`Merchants are promised ${feeNoticeDays} days’ notice. Each of them gets a letter now.`}
      onSubmit={send}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="signal" busy={announce.isPending}>
            {announce.isPending ? 'Announcing...' : 'Announce'}
          </Button>
        </>
      }
    >
      <Field label="In force from" hint="Midnight, UTC" error={errors.effectiveFrom}>
        <Input type="date" min={earliest} {...bind('effectiveFrom')} data-autofocus />
      </Field>
      <div className="percentages">
        {fees.map(({ fee, name, hint }) => (
          <Field key={fee} label={`${name} (%)`} hint={hint} error={errors[fee]}>
            <Input inputMode="decimal" autoComplete="off" {...bind(fee)} />
          </Field>
        ))}
      </div>
      <OwnCodeField {...code} />
    </Dialog>
  )
}

type Typed = Record<FeeName | 'effectiveFrom', string>

/** The server has the rules of fees, and names the field that breaks one. */

/** A field that is wrong in several ways shows the first of them. */
const setFirstError = (found: ApiError['fields'], setError: (name: keyof Typed, sentence: string) => void) => {
  for (const { path, message } of found.toReversed()) {
    const name = names.find((known) => known === path)
    if (name) setError(name, message)
  }
}

const names: readonly (keyof Typed)[] = [...fees.map(({ fee }) => fee), 'effectiveFrom']

const percentagesOf = (current: PlannedSchedule) =>
  Object.fromEntries(fees.map(({ fee }) => [fee, String(current[fee])])) as Record<FeeName, string>

const dayMs = 24 * 60 * 60 * 1000
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
