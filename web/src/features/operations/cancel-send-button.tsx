import type { StuckSend } from '@bitquay/contract/operations'
import { useState } from 'react'
import { OwnCodeField } from '../../frame/own-code-field.tsx'
import { useAdminCode } from '../../lib/admin-code.ts'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelSend } from './use-system.ts'

/** Cancels a send that was never signed, after a confirmation. */
export const CancelSendButton = ({ send }: { send: Pick<StuckSend, 'id' | 'owner'> }) => {
  const [open, setOpen] = useState(false)
  const code = useAdminCode()
  const cancel = useCancelSend()
  const confirm = () =>
    cancel.mutate(
      { id: send.id, ...code.proof },
      {
        onSuccess: () => {
          code.answered()
          setOpen(false)
          toast({ title: t.payoutCanceled })
        },
        onError: (error) => {
          if (!code.answered(error))
            toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.cancelPayoutFailed) })
        },
      },
    )
  return (
    <>
      <Button size="sm" variant="bad" onClick={() => setOpen(true)}>
        {t.cancelPayout}
      </Button>
      {open && (
        <FormDialog
          onClose={() => setOpen(false)}
          title={t.cancelPayoutTitle({ id: String(send.id) })}
          purpose={t.cancelPayoutPurpose({ owner: send.owner })}
          confirm={t.cancelPayout}
          cancel={t.keepPayout}
          bad
          busy={cancel.isPending}
          onSubmit={confirm}
        >
          <OwnCodeField {...code} />
        </FormDialog>
      )}
    </>
  )
}
