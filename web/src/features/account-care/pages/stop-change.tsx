import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { AuthFrame } from '../../../frame/auth-frame.tsx'
import { OpeningLink } from '../../../frame/opening-link.tsx'
import { usePageTitle } from '../../../frame/page-title.ts'
import { paths } from '../../../frame/screens.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { formatDateTime } from '../../../lib/format-date.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast-store.ts'
import * as t from '../messages.ts'
import { useStopByLink, useStopLink } from '../use-account-care.ts'

/** Where someone stops a change of an owner's account. The emailed link authorizes it. */
const StopChangePage = () => {
  usePageTitle(t.stopTab)
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const { data: change, error, refetch, isFetching } = useStopLink(token)
  const [ended, setEnded] = useState<'stopped' | 'gone'>()
  if (ended === 'stopped') return <Stopped />
  if (ended === 'gone' || isGone(error)) return <LinkInvalid />
  if (change) return <StopForm token={token} change={change} onEnd={setEnded} />
  return <OpeningLink title={t.stopTab} reading={{ error, isFetching, refetch }} notLoaded={t.linkNotLoaded} />
}

const isGone = (error: Error | null) => error instanceof ApiError && (error.status === 404 || error.status === 400)

type StopFormProps = {
  token: string
  change: NonNullable<ReturnType<typeof useStopLink>['data']>
  onEnd: (how: 'stopped' | 'gone') => void
}

const StopForm = ({ token, change, onEnd }: StopFormProps) => {
  const stop = useStopByLink(token)
  const { storeName: store, newEmail } = change
  const date = formatDateTime(change.dueAt)
  const isRecovery = change.kind === 'recovery'
  return (
    <AuthFrame
      title={isRecovery ? t.stopRecoveryTitle : t.stopEmailTitle}
      purpose={
        isRecovery ? t.stopRecoveryText({ store, date }) : t.stopEmailText({ store, email: newEmail ?? '', date })
      }
    >
      <Button
        variant="bad"
        size="lg"
        block
        busy={stop.isPending}
        onClick={() =>
          stop.mutate(undefined, {
            onSuccess: () => onEnd('stopped'),
            onError: (error) => {
              if (isGone(error)) onEnd('gone')
              else toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, t.stopFailed) })
            },
          })
        }
      >
        {stop.isPending ? t.stopping : isRecovery ? t.stopRecovery : t.stopChange}
      </Button>
    </AuthFrame>
  )
}

const Stopped = () => (
  <AuthFrame title={t.stoppedTitle} purpose={t.stoppedText}>
    <ButtonLink variant="signal" size="lg" block to={paths.contact}>
      {t.contact}
    </ButtonLink>
  </AuthFrame>
)

const LinkInvalid = () => (
  <AuthFrame title={t.linkInvalidTitle} purpose={t.linkInvalid}>
    <ButtonLink variant="signal" size="lg" block to={paths.home}>
      {t.returnHome}
    </ButtonLink>
  </AuthFrame>
)

export default StopChangePage
