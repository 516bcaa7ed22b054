import type { OwnKeys } from '@bitquay/contract/own-keys'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast-store.ts'
import { AddressList } from './address-list.tsx'
import * as t from './messages.ts'
import { useCancelChange } from './use-own-keys.ts'

/** A change that waits a day. Every owner can cancel it. */
export const WaitingChange = ({ change }: { change: NonNullable<OwnKeys['change']> }) => {
  const mayCancel = useUser().role !== 'user'
  const cancel = useCancelChange()
  const act = () =>
    cancel.mutate(undefined, {
      onSuccess: () => toast({ title: t.canceledToast, description: t.canceledSentence }),
      onError: (error) =>
        toast({ kind: 'bad', title: t.notChangedToast, description: messageOf(error, t.cancelFailed) }),
    })
  const date = formatDateTime(change.dueAt)
  const title = change.kind === 'connect' ? t.waitingConnect({ date }) : t.waitingLeave({ date })
  return (
    <Card title={change.status === 'waiting' ? title : t.applying} span={12}>
      <div className="stack gap-4">
        <p className="muted">{t.waitingBy({ email: change.requestedBy })}</p>
        {change.addresses.length > 0 && (
          <>
            <p>{t.compareAgain}</p>
            <AddressList addresses={change.addresses} />
          </>
        )}
        {change.status === 'waiting' && mayCancel && (
          <div>
            <Button busy={cancel.isPending} onClick={act}>
              {t.cancelChange}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
