import type { WebhookAttempt } from '@bitquay/contract/webhooks'
import { RotateCw } from 'lucide-react'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useDelivery, useResend } from './use-webhooks.ts'

/** Everything that is known of one delivery: what was sent each time, and what came back. */
export const DeliveryDetail = ({ id }: { id: number }) => {
  const { data: delivery, isError } = useDelivery(id)
  const resend = useResend(id)
  if (!delivery) {
    return (
      <div className="hook-bill stack">
        {isError ? <Notice kind="bad">{t.deliveryNotLoaded}</Notice> : <SkeletonLines lines={4} />}
      </div>
    )
  }
  return (
    <div className="hook-bill stack">
      <div className="cluster gap-3 between">
        <CopyRow label="webhook-id" text={delivery.eventId} />
        <Button
          size="sm"
          icon={<RotateCw className="ico" aria-hidden="true" />}
          busy={resend.isPending}
          onClick={() =>
            resend.mutate(undefined, {
              onError: (error) =>
                toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.actionFailed) }),
            })
          }
        >
          {t.resend}
        </Button>
      </div>
      {delivery.log.length === 0 ? (
        <div className="hook-exchange stack columns-2 gap-3">
          <Side name={t.toBeSent} body={pretty(JSON.stringify(delivery.event))} />
        </div>
      ) : (
        delivery.log.map((attempt) => <Attempt key={attempt.at} attempt={attempt} />)
      )}
    </div>
  )
}

const Attempt = ({ attempt }: { attempt: WebhookAttempt }) => (
  <div className="hook-exchange stack columns-2 gap-3">
    <Side
      name={t.request({ date: formatDateTime(attempt.at) })}
      headers={attempt.requestHeaders}
      body={attempt.requestBody === null ? t.notKept : pretty(attempt.requestBody)}
    />
    <Side
      name={
        attempt.answerStatus === null
          ? t.noResponse({ ms: String(attempt.durationMs) })
          : t.response({ status: String(attempt.answerStatus), ms: String(attempt.durationMs) })
      }
      headers={attempt.answerHeaders ?? {}}
      body={
        [attempt.error, attempt.answerBody].filter(Boolean).join('\n\n') ||
        (attempt.requestBody === null ? t.notKept : t.emptyBody)
      }
    />
  </div>
)

type SideProps = { name: string; headers?: Record<string, string>; body: string }

const Side = ({ name, headers = {}, body }: SideProps) => (
  <div className="stack gap-1.5 from-top min-w-0">
    <div className="stencil">{name}</div>
    {/* What scrolls must be reachable by keyboard. */}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <pre tabIndex={0} role="group" aria-label={name}>
      {Object.entries(headers).map(([header, value]) => (
        <span key={header} className="muted">
          {header}: {value}
          {'\n'}
        </span>
      ))}
      {Object.keys(headers).length > 0 && '\n'}
      {body}
    </pre>
  </div>
)

const pretty = (body: string) => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
