import type { PartnerTransaction } from '@bitquay/contract/partners'
import { ExternalLink } from 'lucide-react'
import { formatCount } from '../../../lib/format-number.ts'
import { cutAddress, cutTxid } from '../../../lib/shorten.ts'
import { Sums } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Btc, Usd } from '../../../ui/figures.tsx'
import { Fact, RowDetail } from '../../../ui/list-surface/row-detail.tsx'
import * as t from './messages.ts'
import { writeRate, writeShare } from './share-of.ts'

type Shown = { transaction: PartnerTransaction }

/** How the share comes about, then what is known of the payment. The merchant's customer stays hidden. */
export const EarningDetail = ({ transaction, explorer }: Shown & { explorer: string | undefined }) => {
  const { paymentMethod, invoiceId, address, label } = transaction
  const isLightning = paymentMethod === 'BTC-LN'
  const hashLabel = isLightning ? t.paymentHash : t.transactionHash
  return (
    <RowDetail sum={<EarningSum transaction={transaction} />}>
      <Fact span={7} label={hashLabel}>
        <span className="mono" title={transaction.id}>
          {cutTxid(transaction.id)}
        </span>
        <CopyButton label={hashLabel} text={transaction.id} />
        {explorer && (
          <>
            <span className="grow" />
            <a className="btn btn--line btn--sm" href={explorer} target="_blank" rel="noreferrer">
              <ExternalLink className="ico" aria-hidden="true" />
              {t.explorer}
            </a>
          </>
        )}
      </Fact>
      <Fact span={5} label={t.invoiceId}>
        {invoiceId ? (
          <>
            <span className="mono wrap">{invoiceId}</span>
            <CopyButton label={t.invoiceId} text={invoiceId} />
          </>
        ) : (
          <span className="muted">{t.none}</span>
        )}
      </Fact>
      <Fact span={7} label={t.address}>
        {address ? <span className="mono">{cutAddress(address)}</span> : <span className="muted">{t.none}</span>}
      </Fact>
      <Fact span={5} label={t.customer}>
        <span className="wrap">
          {[transaction.customerName, transaction.customerEmail].filter(Boolean).join(' ') || t.hidden}
        </span>
      </Fact>
      <Fact span={4} half label={t.method}>
        {isLightning ? t.lightning : t.onChain}
      </Fact>
      <Fact span={4} half label={t.confirmations}>
        {isLightning ? <span className="muted">{t.instant}</span> : formatCount(transaction.confirmations)}
      </Fact>
      <Fact span={4} label={t.networkFee}>
        {transaction.networkFee === null ? (
          <span className="muted">{isLightning ? t.none : t.notKnown}</span>
        ) : (
          <Btc amount={transaction.networkFee} />
        )}
      </Fact>
      {label && (
        <Fact span={12} label={t.label}>
          <span className="wrap">{label}</span>
        </Fact>
      )}
    </RowDetail>
  )
}

/** Payment × rate = share. */
const EarningSum = ({ transaction }: Shown) => {
  const { amountUSD, rate, partnerRevenue, partnerRevenueBtc, status, collected, reportedByMerchant } = transaction
  return (
    <>
      <Sums
        rows={[
          { name: t.payment, value: <Usd amount={amountUSD} /> },
          { name: t.yourRate, value: writeRate(rate) },
          {
            name: t.youEarned,
            total: true,
            value:
              partnerRevenue === null ? (
                <span className="text-md">{t.afterConfirmation}</span>
              ) : (
                <>
                  <span className="usd">{writeShare(partnerRevenue)}</span>
                  {partnerRevenueBtc !== null && <Btc amount={partnerRevenueBtc} />}
                </>
              ),
          },
        ]}
      />
      {status === 'confirmed' && (
        <div className="aside">
          <p>{t.wholeSats}</p>
          {!collected && (
            <p>
              <b>{t.notCollected}.</b> {t.whyNotCollected}
            </p>
          )}
          {reportedByMerchant && <p>{t.ownServer}</p>}
        </div>
      )}
    </>
  )
}
