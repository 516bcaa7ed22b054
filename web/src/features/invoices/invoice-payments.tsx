import type { Answer } from '@bitquay/contract/call'
import type { getInvoice } from '@bitquay/contract/invoices'
import { Zap } from 'lucide-react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { shortenMiddle } from '../../lib/shorten.ts'
import { Badge, type BadgeShape, Tag } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import './invoice-payments.css'

export type DetailedInvoice = Answer<typeof getInvoice>
type Payment = DetailedInvoice['payments'][number]

const states: Record<Payment['status'], { shape: BadgeShape; word: string }> = {
  pending: { shape: 'dashed', word: 'Pending' },
  confirmed: { shape: 'solid', word: 'Confirmed' },
  failed: { shape: 'crossed', word: 'Failed' },
}

/** Every payment that reached this invoice. */
export const InvoicePayments = ({ payments }: { payments: readonly Payment[] }) => (
  <Card title="Payments" span={7} bare aria-label="Payments">
    {payments.length > 0 ? (
      <ul className="rows invoice-payments">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
    ) : (
      <p className="pad muted">No payment yet. It appears here the moment the network sees it.</p>
    )}
  </Card>
)

const PaymentRow = ({ payment }: { payment: Payment }) => {
  const { shape, word } = states[payment.status]
  const lightning = payment.method === 'lightning'
  return (
    <li>
      <div className="min-w-0">
        <div className="what">
          <Badge shape={shape}>{word}</Badge>
          {lightning && <Tag icon={<Zap className="ico" aria-hidden="true" />}>Lightning</Tag>}
        </div>
        <div className="small quiet mt-1">
          {formatDateTime(payment.seenAt)}
          {payment.confirmations > 0 &&
            ` · ${formatCount(payment.confirmations)} ${payment.confirmations === 1 ? 'confirmation' : 'confirmations'}`}
        </div>
        <div className="hash">
          <Link
            className="mono link small"
            to={`${portalPaths.merchant.transactions}?search=${payment.txid}`}
            title={payment.txid}
          >
            {shortenMiddle(payment.txid, 8, 20)}
          </Link>
          <CopyButton label={lightning ? 'Payment hash' : 'Transaction hash'} text={payment.txid} />
        </div>
      </div>
      <div className="amt">
        <Usd amount={payment.amountUsd} signed className={payment.status === 'confirmed' ? 'in-amt' : ''} />
        <Btc amount={payment.amountBtc} />
      </div>
    </li>
  )
}
