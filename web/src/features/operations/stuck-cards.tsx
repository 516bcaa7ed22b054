import type { StuckSend } from '@bitquay/contract/operations'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CancelSendButton } from './cancel-send-button.tsx'
import * as t from './messages.ts'
import { ResolveButton } from './resolve-button.tsx'
import { type System, useDiscardEmail, useRetryEmail, useRetrySend } from './use-system.ts'

const names: Record<StuckSend['kind'], (parameters: { id: string }) => string> = {
  withdrawal: t.withdrawal,
  refund: t.refund,
  payout: t.partnerPayout,
  sweep: t.feeSweep,
  'loop-out': t.loopOut,
  bump: t.feeBump,
  cancel: t.cancellation,
}

/** Sends that don't proceed, and why. */
export const StuckSends = ({ sends }: { sends: System['stuckSends'] }) => {
  const retry = useRetrySend()
  if (sends.length === 0) return null
  return (
    <Card title={t.stuckPayouts} note={t.fundsOnHold} bare aria-label={t.stuckPayouts}>
      <ul className="stuck grow lined">
        {sends.map((send) => (
          <li className="stack middle gap-y-2 gap-x-4" key={send.id}>
            <div>
              <div className="strong">
                {names[send.kind]({ id: String(send.id) })}{' '}
                <Badge shape="dashed">{t.payoutStatus({ status: send.status })}</Badge>
              </div>
              <div className="small muted">
                {t.payoutDetails({
                  owner: send.owner,
                  date: formatDateTime(send.requestedAt),
                  attempts: send.attempts,
                })}
              </div>
              <div className="small problem text-bad breaks">{send.problem}</div>
            </div>
            <span className="amt to-right">
              <Usd amount={send.amountUsd} />
              <Btc amount={send.amountBtc} />
            </span>
            <div className="acts flex gap-2">
              {send.status === 'requested' && <CancelSendButton send={send} />}
              {(send.status === 'signed' || send.status === 'broadcast') && <ResolveButton send={send} />}
              <Button
                size="sm"
                busy={retry.isPending && retry.variables === send.id}
                onClick={() => retry.mutate(send.id, toasts(t.retryingPayout, t.retryPayoutFailed))}
              >
                {t.retryNow}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Emails that couldn't be sent. */
export const FailedEmails = ({ emails }: { emails: System['failedMail'] }) => {
  const retry = useRetryEmail()
  const discard = useDiscardEmail()
  if (emails.length === 0) return null
  return (
    <Card title={t.undeliveredEmails} note={t.newestFirst} bare aria-label={t.undeliveredEmails}>
      <ul className="stuck grow lined">
        {emails.map((email) => (
          <li className="stack middle gap-y-2 gap-x-4" key={email.id}>
            <div>
              <div className="strong">{email.subject}</div>
              <div className="small muted">
                {t.emailDetails({
                  recipient: email.recipient,
                  date: formatDateTime(email.createdAt),
                  status: email.status,
                  attempts: email.attempts,
                })}
              </div>
              {email.lastError && <div className="small problem text-bad breaks">{email.lastError}</div>}
            </div>
            <span />
            <div className="acts flex gap-2">
              <Button
                size="sm"
                variant="ghost"
                onClick={() => discard.mutate(email.id, toasts(t.emailDiscarded, t.discardFailed))}
              >
                {t.discard}
              </Button>
              <Button
                size="sm"
                busy={retry.isPending && retry.variables === email.id}
                onClick={() => retry.mutate(email.id, toasts(t.retryingEmail, t.retryEmailFailed))}
              >
                {t.retryNow}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const toasts = (success: string, failure: string) => ({
  onSuccess: () => toast({ title: success }),
  onError: (error: unknown) => toast({ kind: 'bad', title: t.failedToast, description: messageOf(error, failure) }),
})
