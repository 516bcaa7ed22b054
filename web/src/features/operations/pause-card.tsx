import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { usePause } from './use-system.ts'

/** The one switch that stops all money on its way out. */
export const PauseCard = ({ paused }: { paused: boolean }) => {
  const code = useAdminCode()
  const [open, setOpen] = useState(false)
  const pause = usePause()
  const send = () =>
    pause.mutate(
      { paused: !paused, ...code.proof },
      {
        onSuccess: ({ paused: now }) => {
          code.answered()
          setOpen(false)
          toast({ title: now ? 'Withdrawals Paused' : 'Withdrawals Resumed' })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to change withdrawals') })
        },
      },
    )
  return (
    <Card
      title="Withdrawals"
      note={<Badge shape={paused ? 'crossed' : 'solid'}>{paused ? 'Paused' : 'Open'}</Badge>}
      span={6}
      aria-label="Withdrawals"
      footer={
        <Button variant={paused ? 'line' : 'bad'} onClick={() => setOpen(true)}>
          {paused ? 'Resume withdrawals' : 'Pause all withdrawals'}
        </Button>
      }
    >
      <p className="muted">
        {paused
          ? 'Nothing new is signed. What was on its way before goes on, since nobody can call it back.'
          : 'Merchants, partners and the platform can send. A pause holds everything that is not signed yet.'}
      </p>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={paused ? 'Resume withdrawals?' : 'Pause all withdrawals?'}
        purpose={
          paused
            ? 'What waits is signed and sent at once.'
            : 'Requests are refused with a sentence that says why, until you resume. Payments still come in.'
        }
        onSubmit={send}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button type="submit" variant={paused ? 'signal' : 'bad'} busy={pause.isPending}>
              {paused ? 'Resume' : 'Pause'}
            </Button>
          </>
        }
      >
        <OwnCodeField {...code} />
      </Dialog>
    </Card>
  )
}
