import type { PlannedSchedule } from '@bitquay/contract/fees'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelSchedule } from './use-schedules.ts'

/** Cancels a scheduled change after a confirmation. */
export const CancelScheduleButton = ({ schedule }: { schedule: PlannedSchedule }) => {
  const code = useAdminCode()
  const [open, setOpen] = useState(false)
  const cancel = useCancelSchedule()
  const send = () =>
    cancel.mutate(
      { id: schedule.id, ...code.proof },
      {
        onSuccess: () => {
          code.answered()
          setOpen(false)
          toast({
            title: t.canceledToast,
            description: t.feesStay,
          })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.cancelFailed) })
        },
      },
    )
  return (
    <>
      <Button size="sm" variant="bad" onClick={() => setOpen(true)}>
        {t.cancelChange}
      </Button>
      {open && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={t.cancelTitle}
          purpose={t.cancelPurpose({ date: formatDate(schedule.effectiveFrom) })}
          confirm={t.cancelChange}
          cancel={t.keepChange}
          bad
          busy={cancel.isPending}
          onSubmit={send}
        >
          <OwnCodeField {...code} />
        </FormDialog>
      )}
    </>
  )
}
