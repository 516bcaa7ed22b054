import { type Invoice, type ListedInvoice, wordOfInvoice } from '@bitquay/contract/invoices'
import { Price } from '../../frame/price.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Notice } from '../../ui/notice.tsx'
import { shapes } from './describe-invoice.ts'
import * as t from './messages.ts'

/** In the invoice's own currency. */
export const InvoiceAmount = ({ invoice }: { invoice: Pick<Invoice, 'amount' | 'currency' | 'type'> }) => {
  const { amount, currency, type } = invoice
  if (type === 'top-up' && !/[1-9]/.test(amount)) return t.anyAmount
  return <Price amount={amount} currency={currency} />
}

/** Unpaid after the due date is a word of its own. */
export const InvoiceState = ({ state, overdue }: Pick<ListedInvoice, 'state' | 'overdue'>) => (
  <Badge shape={shapes[overdue && state === 'unpaid' ? 'overdue' : state]}>{wordOfInvoice({ state, overdue })}</Badge>
)

const methodNames: Record<string, string> = {
  'BTC-CHAIN': t.onChainMethod,
  BTC: t.onChainMethod,
  'BTC-LN': t.lightning,
  'BTC-LNURL': t.lnurlMethod,
}

/** The payment server may leave out a way to pay without refusing the invoice; then the merchant must know. */
export const MissingMethods = ({ invoice: { missingMethods } }: { invoice: Pick<Invoice, 'missingMethods'> }) =>
  missingMethods.map((method) => (
    <Notice key={method} kind="wait">
      {t.methodMissing({ method: methodNames[method] ?? method })}
    </Notice>
  ))
