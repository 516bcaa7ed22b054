import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelSigning } from './use-signing.ts'

/** Cancels a refund that waits for a signature. Its customer can claim it again. */
export const CancelRefund = ({ id }: { id: number }) => {
  const cancel = useCancelSigning()
  const act = () =>
    cancel.mutate(id, {
      onSuccess: () => toast({ title: t.refundCanceledToast, description: t.claimAgain }),
      onError: (error) =>
        toast({ kind: 'bad', title: t.cancelFailedToast, description: messageOf(error, t.cancelFailed) }),
    })
  return (
    <Button size="sm" className="finger" busy={cancel.isPending} onClick={act}>
      {t.cancelRefund}
    </Button>
  )
}
