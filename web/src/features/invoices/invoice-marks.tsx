import type { Invoice, ListedInvoice } from '@bitquay/contract/invoices'
import { Badge } from '../../ui/badge.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { states } from './describe-invoice.ts'
import * as t from './messages.ts'

/** In the invoice's own currency. */
export const InvoiceAmount = ({ invoice: { amount, currency } }: { invoice: Pick<Invoice, 'amount' | 'currency'> }) => {
  if (currency === 'USD') return <Usd amount={amount} />
  if (currency === 'BTC') return <Btc amount={amount} />
  return (
    <span className="usd">
      {amount} <span className="u">{currency}</span>
    </span>
  )
}

export const InvoiceState = ({ state }: Pick<ListedInvoice, 'state'>) => {
  const { shape, word } = states[state]
  return <Badge shape={shape}>{word}</Badge>
}

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
