import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import * as t from './messages.ts'
import type { DetailedInvoice } from './use-invoices.ts'

type Payment = DetailedInvoice['payments'][number]

const states: Record<Payment['status'], { shape: BadgeShape; word: string }> = {
  pending: { shape: 'dashed', word: t.pending },
  confirmed: { shape: 'solid', word: t.confirmed },
  failed: { shape: 'crossed', word: t.failed },
}

/** Every payment that reached this invoice. */
export const InvoicePayments = ({ payments }: { payments: readonly Payment[] }) =>
  payments.length === 0 ? (
    <p className="muted">{t.noPayments}</p>
  ) : (
    <ul className="invoice-payments">
      {payments.map((payment) => (
        <PaymentRow key={payment.id} payment={payment} />
      ))}
    </ul>
  )

const PaymentRow = ({ payment }: { payment: Payment }) => {
  const { shape, word } = states[payment.status]
  const isLightning = payment.method === 'lightning'
  return (
    <li className="stack middle rest-auto gap-3">
      <div className="min-w-0">
        <div>
          <Usd amount={payment.amountUsd} /> {isLightning ? t.overLightning : t.onChain}{' '}
          <span className="small">
            <Btc amount={payment.amountBtc} />
          </span>
        </div>
        <div className="small quiet">
          {formatDateTime(payment.seenAt)}
          {payment.confirmations > 0 && <> · {t.confirmations({ count: payment.confirmations })}</>}
        </div>
        {payment.counted?.note && <div className="small">{payment.counted.note}</div>}
        <div className="hash inline-row gap-1">
          <Link
            className="mono link small"
            to={`${portalPaths.merchant.transactions}?search=${payment.txid}`}
            title={payment.txid}
          >
            {shortenMiddle(payment.txid, 8, 20)}
          </Link>
          <CopyButton label={isLightning ? t.paymentHash : t.transactionHash} text={payment.txid} />
        </div>
      </div>
      <Badge shape={shape}>{word}</Badge>
    </li>
  )
}
