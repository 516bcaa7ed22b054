import type { FeeType } from '@bitquay/contract/partners'
import { Zap } from 'lucide-react'
import { dateOfTimestamp, formatDateTime } from '../../lib/format-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { cutTxid } from '../../lib/shorten.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { nameOfFee } from './fee-kinds.ts'
import * as t from './messages.ts'
import { ShareFigure } from './share-figure.tsx'
import { type Breakdown, useBreakdown } from './use-partner.ts'

type BreakdownDialogProps = { feeType: FeeType; ratePercent: number; onClose: () => void }

/** All transactions behind one type of fee. */
export const BreakdownDialog = ({ feeType, ratePercent, onClose }: BreakdownDialogProps) => {
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useBreakdown(feeType)
  const summary = data?.pages[0]?.answer.summary
  const transactions = data?.pages.flatMap(({ answer }) => answer.transactions)
  return (
    <Dialog
      open
      onOpenChange={(stays) => !stays && onClose()}
      title={nameOfFee(feeType)}
      purpose={
        summary &&
        t.breakdownSummary({
          count: summary.totalTransactions,
          revenue: formatUsd(summary.totalRevenue),
          rate: formatPercent(ratePercent),
        })
      }
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      {!transactions ? (
        isError ? (
          <LoadError
            prominent
            title={t.breakdownNotLoadedTitle}
            sentence={t.breakdownNotLoaded}
            again={t.retry}
            reading={{ isFetching, refetch }}
          />
        ) : (
          <SkeletonLines lines={6} />
        )
      ) : transactions.length === 0 ? (
        <EmptyState card={false} scene="berths" title={t.breakdownEmpty} />
      ) : (
        <>
          <ul className="fee-lines lined" aria-label={t.transactions}>
            {transactions.map((transaction) => (
              <Line key={transaction.id} transaction={transaction} />
            ))}
          </ul>
          <LoadMore pages={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
        </>
      )}
    </Dialog>
  )
}

const Line = ({ transaction }: { transaction: Breakdown['transactions'][number] }) => (
  <li className="stack rest-auto gap-y-1 gap-x-4">
    <span className="what cluster">
      <span className="strong">{transaction.merchant}</span>
      <Badge shape={transaction.status === 'confirmed' ? 'solid' : 'dashed'}>
        {transaction.status === 'confirmed' ? t.confirmed : t.pending}
      </Badge>
      {transaction.paymentMethod === 'BTC-LN' && (
        <Tag icon={<Zap className="ico" aria-hidden="true" />}>{t.lightning}</Tag>
      )}
    </span>
    <span className="amt to-right">
      <ShareFigure amount={transaction.partnerRevenue} />
    </span>
    <span className="meta cluster small quiet">
      {formatDateTime(dateOfTimestamp(transaction.timestamp))}
      <span className="mono" title={transaction.transactionHash}>
        {cutTxid(transaction.transactionHash)}
      </span>
    </span>
    <span className="meta amt cluster small quiet to-right">
      {t.ofAmount({ amount: formatUsd(transaction.amountUSD) })}
    </span>
  </li>
)
