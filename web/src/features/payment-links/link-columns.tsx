import type { PaymentLink } from '@bitquay/contract/payment-links'
import { formatActivity, formatDate, formatDateTime } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Usd } from '../../ui/figures.tsx'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { amountOf, stateOf, usesOf } from './describe-link.ts'
import * as t from './messages.ts'

export const linkColumns: readonly DataColumn<PaymentLink>[] = [
  {
    name: 'title',
    head: t.title,
    always: true,
    cell: ({ title }) => (
      <span className="who" title={title}>
        {title}
      </span>
    ),
  },
  {
    name: 'amount',
    head: t.amount,
    cell: (link) => (
      <span className="clip" title={amountOf(link)}>
        {amountOf(link)}
      </span>
    ),
  },
  { name: 'payments', head: t.paymentsHead, cell: usesOf },
  { name: 'status', head: t.statusHead, always: true, cell: (link) => <Status link={link} /> },
  {
    name: 'date',
    head: t.createdHead,
    sort: 'date',
    cell: ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatActivity(createdAt)}</span>,
  },
  {
    name: 'gross',
    head: t.receivedHead,
    sort: 'gross',
    numeric: true,
    always: true,
    cell: ({ receivedUsd }) => <Usd amount={receivedUsd} />,
  },
]

const Status = ({ link }: { link: PaymentLink }) => {
  const { shape, word } = stateOf(link)
  return (
    <span className="l1">
      <Badge shape={shape}>{word}</Badge>
      {link.expiresAt && (
        <span className="quiet note" title={formatDateTime(link.expiresAt)}>
          {(link.status === 'expired' ? t.endedAt : t.endsAt)({ date: formatDate(link.expiresAt) })}
        </span>
      )}
    </span>
  )
}
