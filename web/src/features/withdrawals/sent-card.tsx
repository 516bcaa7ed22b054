import { ExternalLink, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { shortenForDesk, shortenForPhone } from '../../lib/shorten.ts'
import { Badge } from '../../ui/badge.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Shortened } from '../../ui/shortened.tsx'
import { CancelWithdrawal } from './cancel-withdrawal.tsx'
import { describeWithdrawal } from './describe-withdrawal.ts'
import { type Sent, useWithdrawal } from './use-withdrawals.ts'

export type Explorer = { addressOf: (txid: string) => string } | undefined

type SentCardProps = { sent: Sent; explorer: Explorer; onClose: () => void }

const titles = {
  requested: 'Withdrawal accepted',
  signed: 'Withdrawal accepted',
  broadcast: 'Withdrawal processed',
  confirmed: 'Withdrawal confirmed',
  failed: 'Withdrawal failed',
  cancelled: 'Withdrawal cancelled',
}

/** What was just sent, with where it stands now. */
export const SentCard = ({ sent, explorer, onClose }: SentCardProps) => {
  const { data: withdrawal } = useWithdrawal(sent.withdrawal)
  const { shape, word, sentence } = describeWithdrawal(withdrawal)
  const card = useRef<HTMLElement>(null)
  // On a phone it stands above the form whose button was pressed.
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Card
      ref={card}
      title={titles[withdrawal.status]}
      note={
        <span className="flex items-center gap-2">
          <Badge shape={shape}>{word}</Badge>
          <IconButton label="Close" onClick={onClose}>
            <X className="ico" />
          </IconButton>
        </span>
      }
      aria-label="Your withdrawal"
    >
      <div className="grid gap-x-12 gap-y-5 md:grid-cols-2">
        <div>
          <Sums
            rows={[
              { name: 'Customer amount', value: <Usd amount={withdrawal.customerAmount} /> },
              { name: 'Withdrawal fee', value: <Usd amount={withdrawal.totalFee} /> },
              ...(withdrawal.amountSavedUsd
                ? [{ name: `Saved by ${withdrawal.promoCode}`, value: <Usd amount={withdrawal.amountSavedUsd} /> }]
                : []),
              {
                name: 'Network fee',
                value: <Usd amount={withdrawal.networkFeeUsd} />,
              },
              {
                name: 'Net amount sent',
                value: (
                  <>
                    <Usd amount={withdrawal.netAmountSent} />
                    <Btc amount={withdrawal.amountBtc} />
                  </>
                ),
                total: true,
              },
            ]}
          />
        </div>
        <div className="grid content-start gap-4">
          <p role="status" className="muted wrap-anywhere">
            {sentence}
          </p>
          <CopyRow label="Bitcoin address" text={withdrawal.address}>
            <Shortened
              text={withdrawal.address}
              phone={shortenForPhone(withdrawal.address)}
              desk={shortenForDesk(withdrawal.address)}
            />
          </CopyRow>
          {withdrawal.txid && (
            <CopyRow label="Transaction ID" text={withdrawal.txid}>
              <Shortened
                text={withdrawal.txid}
                phone={shortenForPhone(withdrawal.txid)}
                desk={shortenForDesk(withdrawal.txid)}
              />
            </CopyRow>
          )}
          <div className="flex flex-wrap gap-3">
            {withdrawal.txid && explorer && (
              <a
                className="btn btn--line btn--sm"
                href={explorer.addressOf(withdrawal.txid)}
                target="_blank"
                rel="noreferrer"
              >
                <ExternalLink className="ico" aria-hidden="true" />
                Explorer
              </a>
            )}
            {withdrawal.mayBeCancelled && <CancelWithdrawal withdrawal={withdrawal} />}
          </div>
        </div>
      </div>
    </Card>
  )
}
