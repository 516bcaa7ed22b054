import type { Payout } from '@bitquay/contract/partners'
import type { ReactNode } from 'react'
import { fillMessage } from '../../lib/fill-message.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { cutAddress, cutTxid } from '../../lib/shorten.ts'
import { About } from '../../ui/about.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { ListBody } from '../../ui/list-card.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import './payouts-card.css'
import { ExplorerLink } from '../transactions/index.ts'
import * as t from './messages.ts'
import { payoutState } from './payout-state.ts'
import { usePayouts } from './use-partner.ts'

/** The partner's withdrawals with their states. */
export const PayoutsCard = ({ note }: { note?: ReactNode }) => {
  const payouts = usePayouts()
  return (
    <Card title={t.withdrawals} note={note} bare aria-label={t.withdrawals}>
      <ListBody
        rows={payouts.data?.pages.flatMap(({ rows }) => rows)}
        query={payouts}
        lines={3}
        failed={{ title: t.withdrawalsNotLoaded, sentence: t.moneySafe }}
        empty={<EmptyState card={false} scene="berths" title={t.noWithdrawalsTitle} sentence={t.noWithdrawals} />}
      >
        {(rows) => (
          <ul className="payouts lined">
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
    <li className="stack rest-auto gap-y-1 gap-x-4">
      <div className="what cluster">
        <Badge shape={shape}>{word}</Badge>
        <span className="muted small">{formatDateTime(payout.requestedAt)}</span>
        {payout.confirmations > 0 && (
          <span className="muted small">{t.confirmations({ count: payout.confirmations })}</span>
        )}
      </div>
      <div className="amt stack medium to-right">
        <Usd amount={payout.amountUsd} />
        <Btc amount={payout.amountBtc} />
      </div>
      <div className="meta cluster small quiet">
        <span className="inline-row gap-1.5">
          {fillMessage(t.toAddress, {
            address: (
              <ExplorerLink address={payout.address}>
                <Hash text={payout.address} shown={cutAddress(payout.address)} />
              </ExplorerLink>
            ),
          })}
          <CopyButton label={t.address} text={payout.address} />
        </span>
        {payout.txid && (
          <span className="inline-row gap-1.5">
            {fillMessage(t.inTransaction, {
              txid: (
                <ExplorerLink txid={payout.txid}>
                  <Hash text={payout.txid} shown={cutTxid(payout.txid)} />
                </ExplorerLink>
              ),
            })}
            <CopyButton label={t.transactionId} text={payout.txid} />
          </span>
        )}
        {/[1-9]/.test(payout.networkFeeBtc) && (
          <span className="inline-row gap-1.5">
            {fillMessage(t.networkFee, { amount: <NetworkFee payout={payout} /> })}
          </span>
        )}
        {sentence && <span className="whole inline-row gap-1.5 breaks">{sentence}</span>}
      </div>
    </li>
  )
}

/** An estimate until the transaction is signed. */
const NetworkFee = ({ payout: { txid, networkFeeUsd } }: { payout: Payout }) =>
  txid === null ? (
    <About>
      <Usd amount={networkFeeUsd} />
    </About>
  ) : (
    <Usd amount={networkFeeUsd} />
  )

const Hash = ({ text, shown }: { text: string; shown: string }) => (
  <span className="mono" title={text}>
    {shown}
  </span>
)
