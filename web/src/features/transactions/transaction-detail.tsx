import type { Transaction } from '@bitquay/contract/transactions'
import { ExternalLink, ReceiptText, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatCount } from '../../lib/format-number.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Fact, RowDetail } from '../../ui/list-surface/row-detail.tsx'
import { counterpartyOf, isPaidWithoutInvoice } from './describe-transaction.ts'
import { type Explorer, explainMissingExplorer } from './explorer.ts'
import * as t from './messages.ts'
import { Ends } from './transaction-ends.tsx'
import { TransactionSum } from './transaction-sum.tsx'

type Shown = { transaction: Transaction }

/** Everything known of a transaction: the money first, then the customer, then the chain. */
export const TransactionDetail = ({ transaction, explorer }: Shown & { explorer: Explorer }) => (
  <RowDetail
    sum={<TransactionSum transaction={transaction} />}
    actions={transaction.invoiceId && <InvoiceLinks transaction={transaction} invoiceId={transaction.invoiceId} />}
    foot={transaction.paymentMethod === 'BTC' && <Ends transaction={transaction} />}
  >
    <CustomerFacts transaction={transaction} />
    <SaleFacts transaction={transaction} />
    <HashFact transaction={transaction} explorer={explorer} />
    {transaction.invoiceId && (
      <Fact span={5} label={t.invoiceId}>
        <Link
          className="mono link clip"
          to={pathTo(portalPaths.merchant.invoice, { invoiceId: transaction.invoiceId })}
        >
          {transaction.invoiceId}
        </Link>
        <CopyButton label={t.invoiceId} text={transaction.invoiceId} />
      </Fact>
    )}
    <CounterpartyFact transaction={transaction} />
    {transaction.label && (
      <Fact span={5} label={t.label}>
        <span className="wrap">{transaction.label}</span>
      </Fact>
    )}
    {isPaidWithoutInvoice(transaction) && <SendBackFact />}
    {transaction.paymentMethod === 'BTC' && <ChainFacts transaction={transaction} />}
  </RowDetail>
)

/** A refund is created on the invoice, so that it can't exceed what was paid for it. */
const InvoiceLinks = ({ transaction: { type, status }, invoiceId }: Shown & { invoiceId: string }) => {
  const invoice = pathTo(portalPaths.merchant.invoice, { invoiceId })
  return (
    <>
      <ButtonLink size="sm" to={invoice} icon={<ReceiptText className="ico" aria-hidden="true" />}>
        {t.viewInvoice}
      </ButtonLink>
      {type === 'incoming' && status === 'confirmed' && (
        <ButtonLink size="sm" to={`${invoice}#refund`} icon={<Undo2 className="ico" aria-hidden="true" />}>
          {t.refund}
        </ButtonLink>
      )}
    </>
  )
}

/** A refund belongs to an invoice. Payments to an address have none, so the merchant sends the money back. */
const SendBackFact = () => (
  <Fact span={12} label={t.refund}>
    <span className="wrap">{t.noRefundLink}</span>
    <Link className="link" to={portalPaths.merchant.send}>
      {t.sendBack}
    </Link>
  </Fact>
)

/** Only what someone entered. */
const CustomerFacts = ({ transaction: { customerName, customerEmail, itemDescription } }: Shown) => {
  const known = [customerName, customerEmail, itemDescription].filter(Boolean).length
  const span = known === 3 ? 4 : known === 2 ? 6 : 12
  return (
    <>
      {customerName && (
        <Fact span={span} half={known > 1} label={t.customerName}>
          <span className="strong wrap">{customerName}</span>
        </Fact>
      )}
      {customerEmail && (
        <Fact span={span} half={known > 1} label={t.customerEmail}>
          <span className="wrap">{customerEmail}</span>
          <CopyButton label={t.email} text={customerEmail} />
        </Fact>
      )}
      {itemDescription && (
        <Fact span={span} half={known === 2} label={t.itemDescription}>
          <span className="wrap">{itemDescription}</span>
        </Fact>
      )}
    </>
  )
}

/** Where a sale was charged, by whom, and its part of the sales tax. */
const SaleFacts = ({ transaction: { till, cashier, salesTax } }: Shown) =>
  till && (
    <>
      <Fact span={salesTax ? 6 : 12} half={salesTax !== null} label={t.till}>
        <span className="wrap">{cashier ? t.tillAndCashier({ till, cashier }) : till}</span>
      </Fact>
      {salesTax && (
        <Fact span={6} half label={t.salesTax}>
          {formatPrice(salesTax.amount, salesTax.currency)}
        </Fact>
      )}
    </>
  )

const HashFact = ({ transaction: { id, paymentMethod, invoiceId }, explorer }: Shown & { explorer: Explorer }) => {
  const reason = explainMissingExplorer(explorer, paymentMethod)
  const label = paymentMethod === 'BTC-LN' ? t.paymentHash : t.transactionHash
  const icon = <ExternalLink className="ico" aria-hidden="true" />
  return (
    <Fact span={invoiceId ? 7 : 12} label={label}>
      <span className="mono clip" title={id}>
        {id}
      </span>
      <span className="grow" />
      <CopyButton variant="ghost" size="sm" label={label} text={id}>
        {t.copy}
      </CopyButton>
      {explorer && !reason ? (
        <a className="btn btn--line btn--sm" href={explorer.addressOf(id)} target="_blank" rel="noreferrer">
          {icon}
          {t.explorer}
        </a>
      ) : (
        <span title={reason}>
          <Button size="sm" disabled icon={icon} title={reason}>
            {t.explorer}
          </Button>
        </span>
      )}
    </Fact>
  )
}

const CounterpartyFact = ({ transaction }: Shown) => {
  const counterparty = counterpartyOf(transaction)
  const label = transaction.type === 'incoming' ? t.sourceAddress : t.destinationAddress
  return (
    <Fact span={transaction.label ? 7 : 12} label={label}>
      {counterparty ? (
        <>
          <span className="mono wrap">{counterparty}</span>
          <CopyButton label={label} text={counterparty} />
        </>
      ) : (
        <span className="muted">{transaction.paymentMethod === 'BTC-LN' ? t.lightningHidesPayer : t.seeExplorer}</span>
      )}
    </Fact>
  )
}

const ChainFacts = ({ transaction: { blockHeight, fee, feeRate, size, weight, status } }: Shown) => (
  <>
    <Fact span={3} half label={t.blockHeight}>
      {blockHeight === null ? (
        <span className="muted">{status === 'unconfirmed' ? t.notInBlock : t.notKnown}</span>
      ) : (
        formatCount(blockHeight)
      )}
    </Fact>
    <Fact span={5} half label={t.networkFee}>
      <Btc amount={fee} />
      {feeRate !== null && <span className="quiet nowrap">{t.satPerVbyte({ rate: writeFeeRate(feeRate) })}</span>}
    </Fact>
    <Fact span={4} label={t.size}>
      {size === null ? <span className="muted">{t.notKnown}</span> : t.bytes({ count: formatCount(size) })}
      {weight !== null && <span className="quiet nowrap">{t.weightUnits({ count: formatCount(weight) })}</span>}
    </Fact>
  </>
)

const writeFeeRate = (rate: number) =>
  rate.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
