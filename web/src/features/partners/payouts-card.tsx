import type { Payout } from '@bitquay/contract/partners'
import type { ReactNode } from 'react'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { cutAddress, cutTxid } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import './payouts-card.css'
import { payoutState } from './payout-state.ts'
import { usePayouts } from './use-partner.ts'

/** Withdrawals with where each of them stands. */
export const PayoutsCard = ({ note }: { note?: ReactNode }) => {
  const payouts = usePayouts()
  return (
    <Card title="Withdrawals" note={note} bare aria-label="Withdrawals">
      <ListBody
        rows={payouts.data?.pages.flatMap(({ rows }) => rows)}
        query={payouts}
        lines={3}
        failed={
          <div className="flex flex-wrap items-center gap-4">
            <span className="muted">Your withdrawals could not be read. Your money is not affected.</span>
            <Button busy={payouts.isFetching} onClick={() => void payouts.refetch()}>
              Try Again
            </Button>
          </div>
        }
        empty={
          <EmptyState
            card={false}
            scene="berths"
            title="No withdrawals yet"
            sentence="Each one will stand here, with its state until it is confirmed"
          />
        }
      >
        {(rows) => (
          <ul className="payouts">
            {rows.map((payout) => (
              <PayoutLine key={payout.id} payout={payout} />
            ))}
          </ul>
        )}
      </ListBody>
      <LoadMore pages={payouts} />
    </Card>
  )
}

const PayoutLine = ({ payout }: { payout: Payout }) => {
  const { shape, word, sentence } = payoutState(payout)
  return (
    <li>
      <div className="what">
        <Badge shape={shape}>{word}</Badge>
        <span className="muted small">{formatDateTime(payout.requestedAt)}</span>
        {payout.confirmations > 0 && (
          <span className="muted small">
            {formatCount(payout.confirmations)} {payout.confirmations === 1 ? 'confirmation' : 'confirmations'}
          </span>
        )}
      </div>
      <div className="amt">
        <Usd amount={payout.amountUsd} />
        <Btc amount={payout.amountBtc} />
      </div>
      <div className="meta">
        <span>
          To{' '}
          <span className="mono" title={payout.address}>
            {cutAddress(payout.address)}
          </span>
          <CopyButton label="Address" text={payout.address} />
        </span>
        {payout.txid && (
          <span>
            Transaction{' '}
            <span className="mono" title={payout.txid}>
              {cutTxid(payout.txid)}
            </span>
            <CopyButton label="Transaction ID" text={payout.txid} />
          </span>
        )}
        {/[1-9]/.test(payout.networkFeeBtc) && (
          <span>
            Network fee <Usd amount={payout.networkFeeUsd} />, deducted
          </span>
        )}
        {sentence && <span className="whole">{sentence}</span>}
      </div>
    </li>
  )
}
