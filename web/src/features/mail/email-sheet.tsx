import { type EmailDetail, emailStateWords } from '@bitquay/contract/mail'
import { Lock, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { RowSheet } from '../../frame/row-sheet.tsx'
import { messageOf } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import { InvitationDialog } from '../accounts/index.ts'
import { reasonOf, shapes } from './describe-email.ts'
import * as t from './messages.ts'
import { useDiscard, useEmail, useResend, useShowRecipient } from './use-emails.ts'

type EmailSheetProps = { id: number; onClose: () => void; onMove: ((step: 1 | -1) => void) | undefined }

/** One email beside the list: what went wrong, what helps, and what the mail server said. */
export const EmailSheet = ({ id, onClose, onMove }: EmailSheetProps) => {
  const reading = useEmail(id)
  const email = reading.data
  return (
    <RowSheet
      reading={reading}
      notFound={t.notFound}
      title={email?.subject ?? t.email}
      note={email && <Badge shape={shapes[email.state]}>{emailStateWords[email.state]}</Badge>}
      onClose={onClose}
      onMove={onMove}
      footer={email && <Acts email={email} />}
    >
      {email && <Parts email={email} key={id} />}
    </RowSheet>
  )
}

const Parts = ({ email }: { email: EmailDetail }) => {
  const { state, reason, storeName, tries, answer, sentAt, nextTryAt, createdAt, hasSecretLink } = email
  const said = reasonOf(email)
  return (
    <>
      {said && (state === 'failed' || state === 'delayed') && (
        <Notice kind={state === 'failed' ? 'bad' : 'wait'}>
          <strong>{said}</strong> {reason === 'no-mailbox' && t.wontHelp}
        </Notice>
      )}
      <Sums
        rows={[
          { name: t.to, value: <Recipient email={email} /> },
          { name: t.merchant, value: storeName ?? t.platformsOwn },
          ...(answer === null ? [] : [{ name: t.answer, value: <span className="mono breaks">{answer}</span> }]),
          { name: t.created, value: formatDateTime(createdAt) },
          { name: t.tries, value: formatCount(tries) },
          ...(sentAt === null ? [] : [{ name: t.sentAt, value: formatDateTime(sentAt) }]),
          ...(state === 'delayed' || state === 'failed'
            ? [{ name: t.nextTryAt, value: nextTryAt === null ? t.never : formatDateTime(nextTryAt) }]
            : []),
        ]}
      />
      <p className="small muted across gap-2">
        <Lock className="ico" aria-hidden="true" />
        {hasSecretLink ? t.linkHidden : t.textHidden}
      </p>
    </>
  )
}

const Recipient = ({ email: { id, recipient } }: { email: EmailDetail }) => {
  const show = useShowRecipient(id)
  return (
    <span className="cluster gap-2">
      <span className="mono break-all">{show.data?.recipient ?? recipient}</span>
      {!show.data && (
        <Button
          size="sm"
          variant="ghost"
          busy={show.isPending}
          onClick={() =>
            show.mutate(undefined, {
              onError: (error) => toast({ kind: 'bad', title: t.error, description: messageOf(error, t.showFailed) }),
            })
          }
        >
          {t.show}
        </Button>
      )}
    </span>
  )
}

const Acts = ({ email }: { email: EmailDetail }) => {
  const { id, state, isUnsent, hasSecretLink, invited, recipient } = email
  const resend = useResend(id)
  const discard = useDiscard(id)
  const [isInviting, setIsInviting] = useState(false)
  const told = (title: string, failure: string) => ({
    onSuccess: () => toast({ title, description: email.subject }),
    onError: () => toast({ kind: 'bad', title: t.error, description: failure }),
  })
  if (isUnsent) {
    return (
      <>
        <span className="small muted grow">{t.sendsSame}</span>
        <Button
          busy={discard.isPending}
          onClick={() => discard.mutate(undefined, told(t.discardToast, t.discardFailed))}
        >
          {t.discard}
        </Button>
        <Button
          icon={<RotateCw className="ico" aria-hidden="true" />}
          busy={resend.isPending}
          onClick={() => resend.mutate(undefined, told(t.resendToast, t.resendFailed))}
        >
          {t.resend}
        </Button>
      </>
    )
  }
  if (state !== 'sent' || !hasSecretLink) return null
  return (
    <>
      <span className="small muted grow">{t.linkSent}</span>
      {invited && <Button onClick={() => setIsInviting(true)}>{t.newInvitation}</Button>}
      {invited && isInviting && (
        <InvitationDialog person={invited} email={recipient} onClose={() => setIsInviting(false)} />
      )}
    </>
  )
}
