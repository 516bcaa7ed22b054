import type { Invoice } from '@bitquay/contract/invoices'
import { Badge, Tag } from '../../ui/badge.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { noteOf, stateOf } from './describe-invoice.ts'

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

export const InvoiceState = ({ invoice }: { invoice: Pick<Invoice, 'status' | 'additionalStatus'> }) => {
  const { shape, word } = stateOf(invoice)
  const remark = noteOf(invoice)
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge shape={shape}>{word}</Badge>
      {remark && <Tag>{remark}</Tag>}
    </span>
  )
}

const methodNames: Record<string, string> = {
  'BTC-CHAIN': 'on-chain Bitcoin',
  BTC: 'on-chain Bitcoin',
  'BTC-LN': 'Lightning',
  'BTC-LNURL': 'LNURL',
}

/** The payment server may leave out a way to pay without refusing the invoice; then the merchant must know. */
export const MissingMethods = ({ invoice: { missingMethods } }: { invoice: Pick<Invoice, 'missingMethods'> }) =>
  missingMethods.length > 0 && (
    <div className="mt-4">
      <Notice kind="wait">
        This invoice cannot be paid with {missingMethods.map((method) => methodNames[method] ?? method).join(' or ')}:
        the payment server left it out. The other ways work.
      </Notice>
    </div>
  )
