import type { Transaction } from '@bitquay/contract/transactions'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatCount } from '../../lib/format-number.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc } from '../../ui/figures.tsx'
import './transaction-details.css'
import { counterpartyOf } from './describe-transaction.ts'
import { type Explorer, explainMissingExplorer } from './explorer.ts'
import { Ends } from './transaction-ends.tsx'

type Shown = { transaction: Transaction }

/** Everything known of a transaction, as a bill of lading: boxed cells hung from the quay line. */
export const TransactionDetails = ({ transaction, explorer }: Shown & { explorer: Explorer }) => (
  <div className="bill">
    <dl className="cells">
      <HashCell transaction={transaction} explorer={explorer} />
      {transaction.invoiceId && (
        <Cell span={3} label="Invoice ID">
          <Link
            className="mono link wrap"
            to={pathTo(portalPaths.merchant.invoice, { invoiceId: transaction.invoiceId })}
          >
            {transaction.invoiceId}
          </Link>
          <CopyButton label="Invoice ID" text={transaction.invoiceId} />
        </Cell>
      )}
      <CounterpartyCell transaction={transaction} wide={!transaction.invoiceId} />
      {transaction.paymentMethod === 'BTC' && <ChainCells transaction={transaction} />}
      <CustomerCells transaction={transaction} />
    </dl>
    {transaction.paymentMethod === 'BTC' && <Ends transaction={transaction} />}
  </div>
)

type CellProps = { span: 2 | 3 | 6; label: string; half?: boolean; children: ReactNode; className?: string }

/** `half`: two of them share a line on a phone. */
const Cell = ({ span, label, half = false, className, children }: CellProps) => (
  <div className={classNames('cell', `x${span}`, half && 'half')}>
    <dt className="stencil">{label}</dt>
    <dd className={classNames('val', className)}>{children}</dd>
  </div>
)

const HashCell = ({ transaction: { id, paymentMethod }, explorer }: Shown & { explorer: Explorer }) => {
  const reason = explainMissingExplorer(explorer, paymentMethod)
  const label = paymentMethod === 'BTC-LN' ? 'Payment hash' : 'Transaction hash'
  const icon = <ExternalLink className="ico" aria-hidden="true" />
  return (
    <Cell span={6} label={label} className="hash">
      <span className="mono wrap grow">{id}</span>
      <CopyButton variant="ghost" size="sm" label={label} text={id}>
        Copy
      </CopyButton>
      {explorer && !reason ? (
        <a className="btn btn--line btn--sm" href={explorer.addressOf(id)} target="_blank" rel="noreferrer">
          {icon}
          Explorer
        </a>
      ) : (
        <span title={reason}>
          <Button size="sm" disabled icon={icon} title={reason}>
            Explorer
          </Button>
        </span>
      )}
    </Cell>
  )
}

const CounterpartyCell = ({ transaction, wide }: Shown & { wide: boolean }) => {
  const counterparty = counterpartyOf(transaction)
  const label = transaction.type === 'incoming' ? 'Source address' : 'Destination address'
  return (
    <Cell span={wide ? 6 : 3} label={label}>
      {counterparty ? (
        <>
          <span className="mono wrap">{counterparty}</span>
          <CopyButton label={label} text={counterparty} />
        </>
      ) : transaction.paymentMethod === 'BTC-LN' ? (
        <span className="muted">Lightning does not tell who paid</span>
      ) : (
        <span className="muted">Click Explorer to see destination</span>
      )}
    </Cell>
  )
}

const ChainCells = ({ transaction: { blockHeight, fee, feeRate, size, weight, status } }: Shown) => (
  <>
    <Cell span={2} half label="Block height">
      {blockHeight === null ? (
        <span className="muted">{status === 'unconfirmed' ? 'not in a block yet' : 'not known'}</span>
      ) : (
        formatCount(blockHeight)
      )}
    </Cell>
    <Cell span={2} half label="Network fee" className="flex-wrap">
      <Btc amount={fee} />
      {feeRate !== null && <span className="quiet nowrap">{feeRateText(feeRate)} sat/vB</span>}
    </Cell>
    <Cell span={2} label="Size">
      {size === null ? <span className="muted">not known</span> : `${formatCount(size)} bytes`}
      {weight !== null && <span className="quiet nowrap">{formatCount(weight)} WU</span>}
    </Cell>
  </>
)

/** Label and customer only where someone gave them. */
const CustomerCells = ({ transaction: { label, customerName, customerEmail, itemDescription } }: Shown) => {
  const cells = [
    customerName && { label: 'Customer', value: customerName },
    customerEmail && { label: 'Email', value: customerEmail, copy: true },
    itemDescription && { label: 'Item', value: itemDescription },
    label && { label: 'Label', value: label },
  ].filter((cell) => typeof cell === 'object' && cell !== null)
  const span = cells.length === 1 ? 6 : cells.length === 3 ? 2 : 3
  return cells.map((cell) => (
    <Cell key={cell.label} span={span} label={cell.label}>
      <span className="wrap">{cell.value}</span>
      {cell.copy && <CopyButton label="Email" text={cell.value} />}
    </Cell>
  ))
}

const feeRateText = (rate: number) =>
  rate.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
