import { wordOfPurpose } from '@bitquay/contract/transactions'
import type { AdminTransaction } from '@bitquay/contract/transactions.admin'
import { Store } from 'lucide-react'
import type { ReactNode } from 'react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { dateOfTimestamp, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { DetailSheet } from '../../ui/sheet.tsx'
import { adminStateOf, signOf } from './describe-transaction.ts'
import { ExplorerLink } from './explorer-link.tsx'
import * as t from './messages.ts'

type AdminDetailSheetProps = {
  transaction: AdminTransaction
  onClose: () => void
  onMove: ((step: 1 | -1) => void) | undefined
}

/** One store's transaction, beside the list of all. */
export const AdminDetailSheet = ({ transaction, onClose, onMove }: AdminDetailSheetProps) => {
  const { merchantId, merchantName, address, txid, invoiceId, description, reportedByMerchant } = transaction
  const { shape, word } = adminStateOf(transaction)
  return (
    <DetailSheet
      title={merchantName}
      note={
        <p className="muted mt-1 cluster gap-2">
          {wordOfPurpose(transaction)}
          <Badge shape={shape}>{word}</Badge>
        </p>
      }
      onClose={onClose}
      onMove={onMove}
      footer={
        <ButtonLink
          to={pathTo(portalPaths.admin.merchant, { merchantId })}
          icon={<Store className="ico" aria-hidden="true" />}
        >
          {t.viewMerchant}
        </ButtonLink>
      }
    >
      {reportedByMerchant && <Notice kind="wait">{t.ownServerLong}</Notice>}
      <Sums rows={sumsOf(transaction)} />
      <div>
        <CopyRow label={t.txid} text={txid}>
          <div className="mono small breaks">
            {transaction.paymentMethod === 'BTC' ? <ExplorerLink txid={txid}>{txid}</ExplorerLink> : txid}
          </div>
        </CopyRow>
        {address && (
          <CopyRow label={t.addressHead} text={address}>
            <div className="mono small breaks">
              <ExplorerLink address={address}>{address}</ExplorerLink>
            </div>
          </CopyRow>
        )}
        {invoiceId && <CopyRow label={t.invoiceId} text={invoiceId} />}
      </div>
      <dl className="sum">
        <Line name={t.dateHead}>{formatDateTime(dateOfTimestamp(transaction.timestamp))}</Line>
        {transaction.paymentMethod === 'BTC' && (
          <Line name={t.confirmationsName}>{formatCount(transaction.confirmations)}</Line>
        )}
        {description && <Line name={t.itemDescription}>{description}</Line>}
      </dl>
    </DetailSheet>
  )
}

const sumsOf = (transaction: AdminTransaction) => {
  const { amount, amountUSD, netUSD, netAmount } = transaction
  return [
    {
      name: t.amountHead,
      value: (
        <>
          <Usd amount={amountUSD === null ? null : signOf(transaction) + amountUSD} />
          <Btc amount={signOf(transaction) + amount} />
        </>
      ),
    },
    ...namedFees(transaction),
    {
      name: transaction.type === 'incoming' ? t.net : t.totalSent,
      value: (
        <>
          <Usd amount={netUSD} />
          {netAmount !== null && <Btc amount={netAmount} />}
        </>
      ),
      total: true,
    },
  ]
}

/** Which fees lie between amount and net. A payment has its own once it is booked. */
const namedFees = (transaction: AdminTransaction) => {
  const { type, paymentMethod, feeUSD, platformFeeUSD, markupFeeUSD, partnerFeeUSD } = transaction
  if (type === 'outgoing')
    return [{ name: paymentMethod === 'BTC-LN' ? t.routingFee : t.networkFee, value: <Usd amount={feeUSD} /> }]
  if (platformFeeUSD === null) return [{ name: t.processingFee, value: <Usd amount={feeUSD} /> }]
  return [
    { name: t.platformFee, value: <Usd amount={platformFeeUSD} /> },
    ...(Number(markupFeeUSD) === 0 ? [] : [{ name: t.markup, value: <Usd amount={markupFeeUSD} /> }]),
    { name: t.partnersShare, value: <Usd amount={partnerFeeUSD} /> },
  ]
}

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
