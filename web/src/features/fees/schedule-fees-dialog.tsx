import { feeNoticeDays, type PlannedSchedule } from '@bitquay/contract/fees'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { leaveToServer, useContractForm } from '../../lib/use-contract-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast-store.ts'
import './schedule-fees-dialog.css'
import { type FeeName, fees } from './fee-names.ts'
import * as t from './messages.ts'
import { useScheduleFees } from './use-schedules.ts'

type ScheduleFeesDialogProps = { current: PlannedSchedule; onClose: () => void }

/** Schedules a fee change, thirty days ahead at the earliest. Every merchant gets an email. */
export const ScheduleFeesDialog = ({ current, onClose }: ScheduleFeesDialogProps) => {
  const code = useAdminCode()
  const schedule = useScheduleFees()
  const [earliest] = useState(() => dayOf(new Date(Date.now() + (feeNoticeDays + 1) * dayMs)))
  const { bind, errors, setError, submit } = useContractForm(leaveToServer<Typed>, {
    initial: { ...percentagesOf(current), effectiveFrom: earliest },
  })
  const send = submit(({ effectiveFrom: day, ...typed }) =>
    schedule.mutate(
      { ...typed, effectiveFrom: day === '' ? '' : `${day}T00:00:00Z`, ...code.proof },
      {
        onSuccess: ({ effectiveFrom }) => {
          onClose()
          toast({
            title: t.scheduledToast,
            description: t.newFeesFrom({ date: formatDate(effectiveFrom) }),
          })
        },
        onError: (error) => {
          if (code.answered(error)) return
          if (error instanceof ApiError && error.fields.length > 0) setFirstError(error.fields, setError)
          else if (error instanceof ApiError && error.code === 'notice-too-short')
            setError('effectiveFrom', error.message)
          else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.scheduleFailed) })
        },
      },
    ),
  )
  return (
    <FormDialog
      onClose={onClose}
      title={t.scheduleChange}
      purpose={t.dialogPurpose({ days: String(feeNoticeDays) })}
      confirm={t.schedule}
      confirming={t.scheduling}
      busy={schedule.isPending}
      onSubmit={send}
    >
      <Field label={t.effectiveFrom} hint={t.effectiveFromHint} error={errors.effectiveFrom}>
        <Input type="date" min={earliest} {...bind('effectiveFrom')} data-autofocus />
      </Field>
      <div className="percentages stack at-top gap-4">
        {fees.map(({ fee, name, hint }) => (
          <Field key={fee} label={t.feePercent({ fee: name })} hint={hint} error={errors[fee]}>
            <Input inputMode="decimal" autoComplete="off" {...bind(fee)} />
          </Field>
        ))}
      </div>
      <OwnCodeField {...code} />
    </FormDialog>
  )
}

type Typed = Record<FeeName | 'effectiveFrom', string>

/** The server checks the fees. A field with several errors shows the first one. */
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
