import type { SigningRequest } from '@bitquay/contract/signing'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelSigning } from './use-signing.ts'

type CancelSigningProps = { id: number; kind: Exclude<SigningRequest['kind'], 'withdrawal'> }

const consequences = { refund: t.claimAgain, cancel: t.otherCanBeSent }

/** Cancels a refund, or a cancellation, that waits for a signature. */
export const CancelSigning = ({ id, kind }: CancelSigningProps) => {
  const cancel = useCancelSigning()
  const act = () =>
    cancel.mutate(id, {
      onSuccess: () => toast({ title: t.canceledToast, description: consequences[kind] }),
      onError: (error) =>
        toast({ kind: 'bad', title: t.cancelFailedToast, description: messageOf(error, t.cancelFailed) }),
    })
  return (
    <Button size="sm" className="finger" busy={cancel.isPending} onClick={act}>
      {t.cancelPayment}
    </Button>
  )
}
