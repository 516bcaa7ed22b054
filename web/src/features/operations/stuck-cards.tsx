import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { toast } from '../../ui/toast-store.ts'
import { CancelSendButton } from './cancel-send-button.tsx'
import { ResolveButton } from './resolve-button.tsx'
import { type System, useDiscardEmail, useRetryEmail, useRetrySend } from './use-system.ts'

/** Sends that do not get on, and why. */
export const StuckSends = ({ sends }: { sends: System['stuckSends'] }) => {
  const retry = useRetrySend()
  if (sends.length === 0) return null
  return (
    <Card title="Sends with a problem" note="money that is held" bare aria-label="Sends with a problem">
      <ul className="stuck">
        {sends.map((send) => (
          <li key={send.id}>
            <div>
              <div className="strong">
                {nameOf(send.kind)} {send.id} <Badge shape="dashed">{nameOf(send.status)}</Badge>
              </div>
              <div className="small muted">
                {send.owner}, since {formatDateTime(send.requestedAt)}, {send.attempts}{' '}
                {send.attempts === 1 ? 'attempt' : 'attempts'}
              </div>
              <div className="small problem">{send.problem}</div>
            </div>
            <span className="amt">
              <Usd amount={send.amountUsd} />
              <Btc amount={send.amountBtc} />
            </span>
            <div className="acts">
              {send.status === 'requested' && <CancelSendButton send={send} />}
              {(send.status === 'signed' || send.status === 'broadcast') && <ResolveButton send={send} />}
              <Button
                size="sm"
                busy={retry.isPending && retry.variables === send.id}
                onClick={() => retry.mutate(send.id, told('Send will be tried again', 'Failed to retry the send'))}
              >
                Retry now
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Letters that could not be sent. */
export const FailedEmails = ({ letters }: { letters: System['failedMail'] }) => {
  const retry = useRetryEmail()
  const dismiss = useDiscardEmail()
  if (letters.length === 0) return null
  return (
    <Card title="Mail that could not be sent" note="newest first" bare aria-label="Mail that could not be sent">
      <ul className="stuck">
        {letters.map((letter) => (
          <li key={letter.id}>
            <div>
              <div className="strong">{letter.subject}</div>
              <div className="small muted">
                to {letter.recipient}, {formatDateTime(letter.createdAt)},{' '}
                {letter.status === 'failed' ? 'given up' : 'still trying'} after {letter.attempts}{' '}
                {letter.attempts === 1 ? 'attempt' : 'attempts'}
              </div>
              {letter.lastError && <div className="small problem">{letter.lastError}</div>}
            </div>
            <span />
            <div className="acts">
              <Button
                size="sm"
                variant="ghost"
                onClick={() => dismiss.mutate(letter.id, told('Letter given up', 'Failed to give the letter up'))}
              >
                Give up
              </Button>
              <Button
                size="sm"
                busy={retry.isPending && retry.variables === letter.id}
                onClick={() =>
                  retry.mutate(letter.id, told('Letter will be tried again', 'Failed to retry the letter'))
                }
              >
                Retry now
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const told = (success: string, failure: string) => ({
  onSuccess: () => toast({ title: success }),
  onError: (error: unknown) => toast({ kind: 'bad', title: 'Error', description: messageOf(error, failure) }),
})

const nameOf = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
