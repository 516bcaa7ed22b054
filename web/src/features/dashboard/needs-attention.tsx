import type { ListedInvoice } from '@bitquay/contract/invoices'
import { fromCents, toCents } from '@bitquay/contract/money'
import type { Withdrawal } from '@bitquay/contract/withdrawals'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatAge } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { paidUsdOf } from '../invoices/index.ts'
import { useStuckWithdrawals } from '../withdrawals/index.ts'
import { InboxRow } from './inbox-row.tsx'
import * as t from './messages.ts'
import { useAttentionCount, useAttentionInvoices } from './use-attention.ts'

/** Money that waits for a decision. Left out when there is none. */
export const NeedsAttention = () => {
  const { data: invoices } = useAttentionInvoices()
  const count = useAttentionCount()
  const stuck = useStuckWithdrawals()
  if (!invoices || invoices.length + stuck.length === 0) return null
  return (
    <Card
      className="inbox"
      bare
      aria-label={t.needsAttention}
      title={
        <>
          {t.needsAttention} <span className="n">{Math.max(count, invoices.length) + stuck.length}</span>
        </>
      }
      note={
        <Link className="link small" to={`${portalPaths.merchant.invoices}?state=attention`}>
          {t.viewAll}
        </Link>
      }
    >
      <ul className="lined">
        {stuck.map((withdrawal) => (
          <StuckWithdrawal key={withdrawal.id} withdrawal={withdrawal} />
        ))}
        {invoices.map((invoice) => (
          <OpenInvoice key={invoice.invoiceId} invoice={invoice} />
        ))}
      </ul>
    </Card>
  )
}

const OpenInvoice = ({ invoice }: { invoice: ListedInvoice }) => {
  const mayRefund = useUser().role !== 'user'
  const to = pathTo(portalPaths.merchant.invoice, { invoiceId: invoice.invoiceId })
  const extra = mayRefund ? findOverpaidUsd(invoice) : undefined
  return (
    <InboxRow
      name={invoice.customerName ?? invoice.customerEmail ?? invoice.description ?? t.someone}
      state={stateNames[invoice.state] ?? t.needsAttention}
      sentence={describeInvoice(invoice)}
      act={{ text: extra === undefined ? t.review : t.refundDifference({ amount: formatUsd(extra) }), to }}
    />
  )
}

const stateNames: Partial<Record<ListedInvoice['state'], string>> = {
  overpaid: t.overpaid,
  'paid-late': t.paidLate,
  'partially-paid': t.partiallyPaid,
}

type Paid = Pick<ListedInvoice, 'state' | 'receivedUsd' | 'amountUsd'>

const describeInvoice = (invoice: ListedInvoice): string => {
  const { state, status, receivedUsd, amountUsd } = invoice
  if (state === 'paid-late') return t.paidLateSentence
  if (amountUsd === null) return t.paid({ received: formatUsd(receivedUsd) })
  const total = formatUsd(amountUsd)
  if (state !== 'partially-paid') return t.paidOf({ received: formatUsd(receivedUsd), total })
  return (status === 'new' ? t.partlyPaidSoFar : t.partlyPaidOf)({ received: formatUsd(paidUsdOf(invoice)), total })
}

/** The difference, while both sides are known. */
const findOverpaidUsd = ({ state, receivedUsd, amountUsd }: Paid): string | undefined => {
  if (state !== 'overpaid' || amountUsd === null) return undefined
  const cents = toCents(receivedUsd) - toCents(amountUsd)
  return cents > 0n ? fromCents(cents) : undefined
}

const StuckWithdrawal = ({ withdrawal }: { withdrawal: Withdrawal }) => {
  const now = useNow(60_000)
  return (
    <InboxRow
      name={withdrawal.description ?? t.withdrawal}
      state={t.pending}
      sentence={t.withdrawalWaits({
        amount: formatUsd(withdrawal.customerAmount),
        age: formatAge(withdrawal.requestedAt, now),
      })}
      act={{ text: t.review, to: portalPaths.merchant.send }}
    />
  )
}
