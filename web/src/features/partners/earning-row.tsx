import type { PartnerTransaction } from '@bitquay/contract/partners'
import { ArrowDownToLine, ArrowUpFromLine, ChevronDown, ExternalLink, Zap } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { dateOfTimestamp, formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { cutAddress, cutTxid } from '../../lib/shorten.ts'
import { Badge, Tag } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { OwnServerMark } from '../../ui/own-server-mark.tsx'
import { nameOfFee } from './fee-kinds.ts'
import { ShareFigure } from './share-figure.tsx'

type EarningRowProps = { transaction: PartnerTransaction; explorer: string | undefined }

/** One payment and one's share of it; a press unfolds the rest. */
export const EarningRow = ({ transaction, explorer }: EarningRowProps) => {
  const [open, setOpen] = useState(false)
  const id = useId()
  const { type, status, merchant, timestamp, amountUSD, partnerRevenue, paymentMethod } = transaction
  const Direction = type === 'incoming' ? ArrowDownToLine : ArrowUpFromLine
  return (
    <li className={open ? 'open' : undefined}>
      <button type="button" className="line" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <span className={type === 'incoming' ? 'dir in' : 'dir'}>
          <Direction aria-hidden="true" strokeWidth={1.75} />
        </span>
        <span className="what">
          {merchant}
          <Badge shape={status === 'confirmed' ? 'solid' : 'dashed'}>
            {status === 'confirmed' ? 'Confirmed' : 'Pending'}
          </Badge>
          {paymentMethod === 'BTC-LN' && <Tag icon={<Zap className="ico" aria-hidden="true" />}>Lightning</Tag>}
          {status === 'confirmed' && !transaction.collected && <Tag>Not collected yet</Tag>}
          {transaction.reportedByMerchant && <OwnServerMark />}
        </span>
        <span className="meta">
          <span>{formatDateTime(dateOfTimestamp(timestamp))}</span>
          <span>
            {type === 'incoming' ? 'payment of' : 'withdrawal of'} <Usd amount={amountUSD} />
          </span>
        </span>
        <span className="amt">
          <ShareFigure amount={partnerRevenue} />
        </span>
        <ChevronDown className="ico chevron" aria-hidden="true" />
      </button>
      <div id={id} hidden={!open}>
        {open && <Detail transaction={transaction} explorer={explorer} />}
      </div>
    </li>
  )
}

const Detail = ({ transaction, explorer }: EarningRowProps) => {
  const hashLabel = transaction.paymentMethod === 'BTC-LN' ? 'Payment hash' : 'Transaction hash'
  return (
    <dl className="earning-bill">
      <Cell label={hashLabel} wide>
        <span className="mono" title={transaction.id}>
          {cutTxid(transaction.id)}
        </span>
        <CopyButton label={hashLabel} text={transaction.id} />
        {explorer && (
          <a className="btn btn--line btn--sm" href={explorer} target="_blank" rel="noreferrer">
            <ExternalLink className="ico" aria-hidden="true" />
            Explorer
          </a>
        )}
      </Cell>
      {transaction.invoiceId && (
        <Cell label="Invoice ID" wide>
          <span className="mono wrap">{transaction.invoiceId}</span>
          <CopyButton label="Invoice ID" text={transaction.invoiceId} />
        </Cell>
      )}
      <Cell label="Your share">
        {transaction.partnerRevenueBtc === null ? (
          <span className="muted">once confirmed</span>
        ) : (
          <Btc amount={transaction.partnerRevenueBtc} />
        )}
      </Cell>
      <Cell label="Amount">
        <Btc amount={transaction.amount} />
      </Cell>
      <Cell label="Network fee">
        {transaction.networkFee === null ? (
          <span className="muted">{transaction.paymentMethod === 'BTC-LN' ? 'none' : 'not known'}</span>
        ) : (
          <Btc amount={transaction.networkFee} />
        )}
      </Cell>
      <Cell label="Kind">{nameOfFee(transaction.feeType)}</Cell>
      <Cell label="Payment method">{transaction.paymentMethod === 'BTC-LN' ? 'Lightning' : 'On-chain'}</Cell>
      <Cell label="Confirmations">
        {transaction.paymentMethod === 'BTC-LN' ? (
          <span className="muted">at once</span>
        ) : (
          formatCount(transaction.confirmations)
        )}
      </Cell>
      {transaction.address && (
        <Cell label="Address">
          <span className="mono">{cutAddress(transaction.address)}</span>
        </Cell>
      )}
      {transaction.customerName && <Cell label="Customer">{transaction.customerName}</Cell>}
      {transaction.customerEmail && <Cell label="Email">{transaction.customerEmail}</Cell>}
      {transaction.label && <Cell label="Label">{transaction.label}</Cell>}
    </dl>
  )
}

const Cell = ({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) => (
  <div className={wide ? 'wide' : undefined}>
    <dt className="stencil">{label}</dt>
    <dd>{children}</dd>
  </div>
)
