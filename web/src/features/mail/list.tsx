import { emailList, emailStateWords, type OutboxEmail } from '@bitquay/contract/mail'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import 'list-layout:mail/emailList.css'
import { reasonOf, shapes } from './describe-email.ts'
import * as t from './messages.ts'

const viewOf = (state: OutboxEmail['state'], count?: number, urgent = false) => ({
  name: emailStateWords[state],
  filters: { state },
  count,
  urgent,
})

/** The outbox. Addresses are masked, and texts are never shown. */
export const shownEmails = showList(emailList, {
  everyMs: 15_000,
  summaryEveryMs: 15_000,
  label: t.emails,
  cells: {
    state: [t.state, ({ state }) => <Badge shape={shapes[state]}>{emailStateWords[state]}</Badge>],
    subject: [t.subject, (email) => <Subject email={email} />],
    merchant: [t.merchant, ({ storeName }) => <span className="clip">{storeName ?? t.platformsOwn}</span>],
    recipient: [t.to, ({ recipient }) => <span className="mono clip">{recipient}</span>],
    tries: [t.tries, ({ tries }) => formatCount(tries)],
    date: [
      t.created,
      ({ createdAt }) => (
        <time dateTime={createdAt} title={formatDateTime(createdAt)}>
          {formatActivity(createdAt)}
        </time>
      ),
    ],
  },
  nameOf: ({ subject, recipient }) => t.rowName({ subject, recipient }),
  views: (summary) => [
    { name: t.all, filters: {} },
    viewOf('waiting', summary?.states.waiting),
    viewOf('delayed', summary?.states.delayed, true),
    viewOf('failed', summary?.states.failed, true),
    viewOf('sent'),
    viewOf('discarded'),
  ],
  searchHint: t.searchHint,
  note: t.note,
  loading: t.loading,
  empty: <EmptyState card={false} scene="berths" title={t.emptyTitle} sentence={t.empty} />,
  filteredEmpty: { title: t.noMatchTitle, sentence: t.noMatch },
  failed: { title: t.notLoadedTitle, sentence: t.notLoaded },
})

export const emailChips = (stores: readonly { merchantId: number; storeName: string }[]) => ({
  merchantId: {
    label: t.merchant,
    options: stores.map(({ merchantId, storeName }) => ({ value: String(merchantId), text: storeName })),
    format: (id: string) => t.merchantNumber({ id }),
  },
})

const Subject = ({ email }: { email: OutboxEmail }) => {
  const reason = reasonOf(email)
  return (
    <>
      <span className="who" title={email.subject}>
        {email.subject}
      </span>
      {reason && (
        <span className={email.state === 'failed' ? 'l2 text-bad' : 'l2'} title={reason}>
          {reason}
        </span>
      )}
    </>
  )
}
