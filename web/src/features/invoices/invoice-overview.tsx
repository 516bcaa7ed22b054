import type { Invoice } from '@bitquay/contract/invoices'
import { fromSats, toSats } from '@bitquay/contract/money'
import { formatAge, formatDateTime } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { Btc } from '../../ui/figures.tsx'
import { LoadBar } from '../../ui/load-bar.tsx'
import { isPayable, meaningOf } from './describe-invoice.ts'
import { InvoiceAmount, InvoiceState, MissingMethods } from './invoice-marks.tsx'

/** How much, how much of it is paid, and what that means. */
export const InvoiceOverview = ({ invoice }: { invoice: Invoice }) => {
  const now = useNow()
  return (
    <Card title="Amount" span={7} note={<InvoiceState invoice={invoice} />} aria-label="Amount">
      <div className="flex h-full flex-col">
        <div className="money text-[2.5rem] md:text-4xl">
          <InvoiceAmount invoice={invoice} />
        </div>
        <div className="mt-1.5 text-lg text-ink-2">
          <Btc amount={invoice.amountBtc} />
        </div>
        <p className="mt-4">{meaningOf(invoice)}</p>
        {isPayable(invoice, now) && invoice.expiresAt && (
          <p className="small quiet mt-1">
            The price is locked until {formatDateTime(invoice.expiresAt)}, {formatAge(now, new Date(invoice.expiresAt))}{' '}
            left.
          </p>
        )}
        <div className="mt-auto pt-6">
          <PaidBar invoice={invoice} />
        </div>
        <MissingMethods invoice={invoice} />
      </div>
    </Card>
  )
}

/** Paid, due and paid beyond it, to scale. */
const PaidBar = ({ invoice: { paidBtc, dueBtc, amountBtc } }: { invoice: Invoice }) => {
  const paid = toSats(paidBtc)
  const due = dueBtc === null ? 0n : toSats(dueBtc)
  const over = amountBtc === null ? 0n : paid - toSats(amountBtc)
  return (
    <LoadBar
      parts={[
        {
          name: 'Paid',
          figure: <Btc amount={paidBtc} />,
          weight: Number(over > 0n ? paid - over : paid),
          look: 'solid',
        },
        ...(over > 0n
          ? [
              {
                name: 'Beyond it',
                figure: <Btc amount={fromSats(over)} />,
                weight: Number(over),
                look: 'outlined' as const,
              },
            ]
          : []),
        { name: 'Due', figure: <Btc amount={dueBtc} />, weight: Number(due), look: 'dashed' },
      ]}
    />
  )
}
