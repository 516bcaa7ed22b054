import type { StuckSend } from '@bitquay/contract/system'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useCancelSend } from './use-system.ts'

/** Gives a send up that was never signed, after a second look. */
export const CancelSendButton = ({ send }: { send: Pick<StuckSend, 'id' | 'kind' | 'owner'> }) => {
  const [open, setOpen] = useState(false)
  const code = useAdminCode()
  const callOff = useCancelSend()
  const confirm = () =>
    callOff.mutate(
      { id: send.id, ...code.proof },
      {
        onSuccess: () => {
          code.answered()
          setOpen(false)
          toast({ title: 'Send called off' })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to call the send off') })
        },
      },
    )
  return (
    <>
      <Button size="sm" variant="bad" onClick={() => setOpen(true)}>
        Call off
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Call off ${send.kind} ${send.id}?`}
        purpose={`Nothing of it was signed, so nothing can have left. What it holds goes back to ${send.owner}.`}
        onSubmit={confirm}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button type="submit" variant="bad" busy={callOff.isPending}>
              Call off
            </Button>
          </>
        }
      >
        <OwnCodeField {...code} />
      </Dialog>
    </>
  )
}
