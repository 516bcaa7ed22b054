import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { formatActivity, formatDateTime } from '../../lib/format-date.ts'
import { shortenForPhone } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import type { DataColumn } from '../../ui/list-surface/data-table.tsx'
import { totalOf } from './add-up.ts'
import { describeWithdrawal } from './describe-withdrawal.ts'
import * as t from './messages.ts'

export const withdrawalColumns: readonly DataColumn<Withdrawal>[] = [
  {
    name: 'address',
    head: t.sentTo,
    always: true,
    cell: ({ address }) => (
      <span className="mono clip" title={address}>
        {shortenForPhone(address)}
      </span>
    ),
  },
  {
    name: 'notes',
    head: t.notes,
    cell: ({ description }) => (
      <span className="clip" title={description ?? undefined}>
        {description}
      </span>
    ),
  },
  { name: 'status', head: t.statusHead, always: true, cell: (withdrawal) => <Status withdrawal={withdrawal} /> },
  {
    name: 'date',
    head: t.dateHead,
    sort: 'date',
    cell: ({ requestedAt }) => <span title={formatDateTime(requestedAt)}>{formatActivity(requestedAt)}</span>,
  },
  {
    name: 'gross',
    head: t.amountHead,
    sort: 'gross',
    numeric: true,
    always: true,
    cell: ({ customerAmount, amountBtc }) => (
      <>
        <Usd amount={customerAmount} />
        <span className="l2">
          <Btc amount={amountBtc} />
        </span>
      </>
    ),
  },
  {
    name: 'net',
    head: t.totalHead,
    sort: 'net',
    numeric: true,
    cell: (withdrawal) => (
      <span className="soft">
        <Usd amount={totalOf(withdrawal)} />
      </span>
    ),
  },
]

/** What the word alone doesn't say. The detail has the whole sentence. */
const Status = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const { shape, word, sentence } = describeWithdrawal(withdrawal)
  return (
    <>
      <span className="l1">
        <Badge shape={shape}>{word}</Badge>
      </span>
      {withdrawal.status !== 'confirmed' && (
        <span className="l2" title={sentence}>
          {sentence}
        </span>
      )}
    </>
  )
}
