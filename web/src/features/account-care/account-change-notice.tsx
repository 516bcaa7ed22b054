import type { CurrentChange } from '@bitquay/contract/account-care'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useAccountChange, useMerchantChange, useStopAccountChange, useStopMerchantChange } from './use-account-care.ts'

/** For the owner and admins of a store: a change of the owner's account that waits, and the way to stop it. */
export const AccountChangeNotice = () => {
  const { data } = useAccountChange()
  const stop = useStopAccountChange()
  return data?.change ? <Waiting change={data.change} stop={stop} /> : null
}

/** The same for an admin of the platform. */
export const MerchantChangeNotice = ({ id }: { id: number }) => {
  const { data } = useMerchantChange(id)
  const stop = useStopMerchantChange(id)
  return data?.change ? <Waiting change={data.change} stop={stop} /> : null
}

type WaitingProps = {
  change: NonNullable<CurrentChange['change']>
  stop: {
    isPending: boolean
    mutate: (nothing: void, told: { onSuccess: () => void; onError: (error: Error) => void }) => void
  }
}

const Waiting = ({ change, stop }: WaitingProps) => {
  const date = formatDateTime(change.dueAt)
  const told = {
    onSuccess: () => toast({ title: t.stoppedToast }),
    onError: (error: Error) =>
      toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.stopFailed) }),
  }
  const isRecovery = change.kind === 'recovery'
  return (
    <section className="c12 stack at-left gap-3" aria-label={t.waiting}>
      <Notice kind="bad">
        {isRecovery ? t.recoveryWaits({ date }) : t.emailWaits({ email: change.newEmail ?? '', date })}
      </Notice>
      <Button variant="bad" busy={stop.isPending} onClick={() => stop.mutate(undefined, told)}>
        {stop.isPending ? t.stopping : isRecovery ? t.stopRecovery : t.stopChange}
      </Button>
    </section>
  )
}
