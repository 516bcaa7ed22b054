import { ExternalLink, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { shortenForDesk, shortenForPhone } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Shortened } from '../../ui/shortened.tsx'
import { totalOf } from './add-up.ts'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { describeWithdrawal } from './describe-withdrawal.ts'
import * as t from './messages.ts'
import { type Sent, useWithdrawal } from './use-withdrawals.ts'

export type Explorer = { addressOf: (txid: string) => string } | undefined

type SentCardProps = { sent: Sent; explorer: Explorer; onClose: () => void }

const titles = {
  requested: t.titleAccepted,
  signed: t.titleAccepted,
  broadcast: t.titleProcessed,
  confirmed: t.titleConfirmed,
  failed: t.titleFailed,
  cancelled: t.titleCanceled,
}

/** What was just sent, and its state. */
export const SentCard = ({ sent, explorer, onClose }: SentCardProps) => {
  const { data: withdrawal } = useWithdrawal(sent.withdrawal)
  const { shape, word, sentence } = describeWithdrawal(withdrawal)
  const card = useRef<HTMLElement>(null)
  // On a phone it is above the button that was pressed.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Card
      ref={card}
      title={titles[withdrawal.status]}
      note={
        <span className="across gap-2">
          <Badge shape={shape}>{word}</Badge>
          <IconButton label={t.close} onClick={onClose}>
            <X className="ico" />
          </IconButton>
        </span>
      }
      aria-label={t.sentLabel}
    >
      <div className="stack gap-5 gap-x-12 halves">
        <div>
          <span className="stencil">{t.netAmount}</span>
          <div className="money text-2xl">
            <Usd amount={withdrawal.netAmountSent} />
          </div>
          <div className="small muted mb-2">
            <Btc amount={withdrawal.amountBtc} />
          </div>
          <Sums
            rows={[
              { name: t.customerAmount, value: <Usd amount={withdrawal.customerAmount} /> },
              { name: t.feeRow, value: <Usd amount={withdrawal.totalFee} /> },
              { name: t.networkFee, value: <Usd amount={withdrawal.networkFeeUsd} /> },
              { name: t.leaves, value: <Usd amount={totalOf(withdrawal)} />, total: true },
            ]}
          />
          {withdrawal.promoCode && withdrawal.amountSavedUsd && (
            <p className="flex between gap-4">
              <span className="muted">{t.savedBy({ code: withdrawal.promoCode })}</span>
              <Usd amount={withdrawal.amountSavedUsd} />
            </p>
          )}
        </div>
        <div className="stack from-top gap-4">
          <p role="status" className="muted breaks">
            {sentence}
          </p>
          <CopyRow label={t.bitcoinAddress} text={withdrawal.address}>
            <Shortened
              text={withdrawal.address}
              phone={shortenForPhone(withdrawal.address)}
              desk={shortenForDesk(withdrawal.address)}
            />
          </CopyRow>
          {withdrawal.txid && (
            <CopyRow label={t.transactionId} text={withdrawal.txid}>
              <Shortened
                text={withdrawal.txid}
                phone={shortenForPhone(withdrawal.txid)}
                desk={shortenForDesk(withdrawal.txid)}
              />
            </CopyRow>
          )}
          <div className="flex wraps gap-3">
            {withdrawal.txid && explorer && (
              <a
                className="btn btn--line btn--sm"
                href={explorer.addressOf(withdrawal.txid)}
                target="_blank"
                rel="noreferrer"
              >
                <ExternalLink className="ico" aria-hidden="true" />
                {t.explorer}
              </a>
            )}
            {withdrawal.mayBeCancelled && <CancelWithdrawal withdrawal={withdrawal} />}
          </div>
        </div>
      </div>
    </Card>
  )
}
