import { fromSats, toSats } from '@bitquay/contract/money'
import { formatAge, formatDateTime } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { Btc } from '../../ui/figures.tsx'
import { LeadFigure } from '../../ui/lead-figure.tsx'
import { LoadBar, type LoadPart } from '../../ui/load-bar.tsx'
import { isPayable, meaningOf } from './describe-invoice.ts'
import { InvoiceAmount, InvoiceState, MissingMethods } from './invoice-marks.tsx'
import type { DetailedInvoice } from './invoice-payments.tsx'

/** How much, how much of it is paid, and what that means. */
export const InvoiceOverview = ({ invoice }: { invoice: DetailedInvoice }) => {
  const now = useNow()
  return (
    <Card title="Amount" span={7} note={<InvoiceState invoice={invoice} />} aria-label="Amount">
      <div className="flex h-full flex-col">
        <LeadFigure length={invoice.amount.length + 4}>
          <InvoiceAmount invoice={invoice} />
        </LeadFigure>
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

/** Confirmed, seen, beyond what was asked, and still due: to scale. */
const PaidBar = ({ invoice: { payments, paidBtc, dueBtc, amountBtc } }: { invoice: DetailedInvoice }) => {
  const waiting = sumOf(payments.filter(({ status }) => status === 'pending'))
  const paid = atLeastNothing(toSats(paidBtc) - waiting)
  const over = amountBtc === null ? 0n : atLeastNothing(paid + waiting - toSats(amountBtc))
  const due = dueBtc === null ? 0n : toSats(dueBtc)
  const part = (name: string, sats: bigint, look: LoadPart['look']): LoadPart => ({
    name,
    figure: <Btc amount={fromSats(sats)} />,
    weight: Number(sats),
    look,
  })
  return (
    <LoadBar
      parts={[
        part('Paid', atLeastNothing(paid - over), 'solid'),
        ...(waiting > 0n ? [part('Seen, unconfirmed', waiting, 'dashed')] : []),
        ...(over > 0n ? [part('More than asked', over, 'striped')] : []),
        part('Due', due, 'outlined'),
      ]}
    />
  )
}

const sumOf = (payments: DetailedInvoice['payments']) =>
  payments.reduce((sum, { amountBtc }) => sum + toSats(amountBtc), 0n)
const atLeastNothing = (sats: bigint) => (sats > 0n ? sats : 0n)
