import { messageOf } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useRaiseFee } from './use-signing.ts'

/** It is signed, and the network doesn't take it at its fee. */
export const RaiseFee = ({ id }: { id: number }) => {
  const raise = useRaiseFee(id)
  const act = () =>
    raise.mutate(undefined, {
      onError: (error) =>
        toast({ kind: 'bad', title: t.cancelFailedToast, description: messageOf(error, t.raiseFeeFailed) }),
    })
  const isManager = useUser().role !== 'user'
  return (
    <>
      <Notice kind="wait">{t.feeRefused}</Notice>
      {isManager && (
        <Button block busy={raise.isPending} onClick={act}>
          {t.raiseFee}
        </Button>
      )}
    </>
  )
}
