import type { LoopOutRequest } from '@bitquay/contract/loop-out'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelLoopOut } from './use-loop-outs.ts'

export const CancelRequest = ({ request: { id, lightningBalanceUsd } }: { request: LoopOutRequest }) => {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useCancelLoopOut()
  const act = () =>
    cancel.mutate(id, {
      onSuccess: () => {
        setIsAsking(false)
        toast({ title: t.canceledToast, description: t.availableAgain })
      },
      onError: (error) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.cancelFailed) }),
    })
  return (
    <>
      <Button size="sm" onClick={() => setIsAsking(true)}>
        {t.cancel}
      </Button>
      {isAsking && (
        <FormDialog
          onClose={() => setIsAsking(false)}
          title={t.cancelTitle}
          purpose={t.cancelPurpose({ amount: formatUsd(lightningBalanceUsd) })}
          confirm={t.cancel}
          confirming={t.canceling}
          busy={cancel.isPending}
          onSubmit={act}
        />
      )}
    </>
  )
}
