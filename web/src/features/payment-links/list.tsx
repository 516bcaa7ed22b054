import { linkList, linkStatuses, type PaymentLink } from '@bitquay/contract/payment-links'
import { showList } from '../../frame/list-surface/show-list.tsx'
import { formatActivity, formatDate, formatDateTime } from '../../lib/format-date.ts'
import { writeCount } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { Usd } from '../../ui/figures.tsx'
import { TotalsBar } from '../../ui/list-surface/totals-bar.tsx'
import { amountOf, stateOf, usesOf } from './describe-link.ts'
import './link-list.css'
import 'list-layout:payment-links/linkList.css'
import * as t from './messages.ts'

export const shownLinks = showList(linkList, {
  everyMs: 30_000,
  summaryEveryMs: 30_000,
  label: t.listName,
  className: 'dt--one',
  cells: {
    title: [
      t.title,
      ({ title }) => (
        <span className="who" title={title}>
          {title}
        </span>
      ),
    ],
    amount: [
      t.amount,
      (link) => (
        <span className="clip" title={amountOf(link)}>
          {amountOf(link)}
        </span>
      ),
    ],
    payments: [t.paymentsHead, usesOf],
    status: [t.statusHead, (link) => <Status link={link} />],
    date: [
      t.createdHead,
      ({ createdAt }) => <span title={formatDateTime(createdAt)}>{formatActivity(createdAt)}</span>,
    ],
    gross: [t.receivedHead, ({ receivedUsd }) => <Usd amount={receivedUsd} />],
  },
  nameOf: ({ title }) => title,
  views: (summary) => [
    { name: t.allView, filters: {} },
    ...linkStatuses.map((status) => ({
      name: stateOf({ status }).word,
      filters: { status },
      count: summary?.statuses[status],
    })),
  ],
  chips: {
    status: {
      label: t.statusHead,
      options: linkStatuses.map((status) => ({ value: status, text: stateOf({ status }).word })),
    },
  },
  searchHint: t.searchHint,
  count: ({ filtered }) => ({ count: filtered, words: t.rowCount({ count: filtered }) }),
  totals: (summary) => (
    <TotalsBar
      label={t.totals}
      counts={[
        { label: t.total, figure: writeCount(summary?.total) },
        { label: t.filtered, figure: writeCount(summary?.filtered) },
      ]}
      sums={[{ label: t.receivedHead, figure: <Usd amount={summary?.receivedUsd} /> }]}
    />
  ),
  loading: t.loadingLinks,
  filteredEmpty: { title: t.noMatch, sentence: t.adjustFilters },
  failed: { title: t.notLoadedTitle, sentence: t.notLoaded },
})

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
