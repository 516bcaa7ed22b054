import type { PlannedSchedule } from '@bitquay/contract/fees'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCancelSchedule } from './use-schedules.ts'

/** Takes an announced change back, after a second look. */
export const CancelScheduleButton = ({ schedule }: { schedule: PlannedSchedule }) => {
  const code = useAdminCode()
  const [open, setOpen] = useState(false)
  const withdraw = useCancelSchedule()
  const send = () =>
    withdraw.mutate(
      { id: schedule.id, ...code.proof },
      {
        onSuccess: () => {
          code.answered()
          setOpen(false)
          toast({
            title: 'Change Withdrawn',
            description: 'The fees stay as they are. Merchants are being told by mail.',
          })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to withdraw the change') })
        },
      },
    )
  return (
    <>
      <Button size="sm" variant="bad" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Withdraw this change?"
        purpose={`The fees announced for ${formatDate(schedule.effectiveFrom)} will not come into force. Every merchant gets a letter.`}
        onSubmit={send}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button type="submit" variant="bad" busy={withdraw.isPending}>
              Withdraw
            </Button>
          </>
        }
      >
        <OwnCodeField {...code} />
      </Dialog>
    </>
  )
}
