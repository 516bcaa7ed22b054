import { LifeBuoy, ListOrdered, RefreshCw } from 'lucide-react'
import { useParams } from 'react-router'
import { isPayable } from '../../../features/invoices/describe-invoice.ts'
import { InvoiceHandover } from '../../../features/invoices/invoice-handover.tsx'
import { InvoiceOverview } from '../../../features/invoices/invoice-overview.tsx'
import { type DetailedInvoice, InvoicePayments } from '../../../features/invoices/invoice-payments.tsx'
import { InvoiceTimeline } from '../../../features/invoices/invoice-timeline-card.tsx'
import { MarkInvoice } from '../../../features/invoices/mark-invoice.tsx'
import { ResendInvoice } from '../../../features/invoices/resend-invoice.tsx'
import { useInvoice } from '../../../features/invoices/use-invoices.ts'
import { RefundsCard } from '../../../features/refunds/refunds-card.tsx'
import { ApiError } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { useUser } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Blank } from '../../../ui/blank.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyRow } from '../../../ui/copy-row.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Page } from '../../page.tsx'

export const InvoicePage = () => {
  const { invoiceId = '' } = useParams()
  const { data: invoice, error, isError, isFetching, refetch, dataUpdatedAt } = useInvoice(invoiceId)
  return (
    <Page
      title="Invoice"
      sentence={invoice ? invoice.description || 'No description' : 'One invoice, with its payments.'}
      actions={
        <ButtonLink to="/merchant/invoices" icon={<ListOrdered className="ico" aria-hidden="true" />}>
          All invoices
        </ButtonLink>
      }
    >
      {invoice ? (
        <Parts invoice={invoice} readAt={isError ? dataUpdatedAt : undefined} />
      ) : isError ? (
        <Unread error={error} busy={isFetching} again={() => void refetch()} />
      ) : (
        <Card>
          <SkeletonLines lines={6} />
        </Card>
      )}
    </Page>
  )
}

const Parts = ({ invoice, readAt }: { invoice: DetailedInvoice; readAt: number | undefined }) => {
  // The code beside amount and payments, or the timeline beside payments and reference: no card is half empty.
  const payable = isPayable(invoice, useNow())
  return (
    <>
      {readAt !== undefined && (
        <div className="c12">
          <Notice kind="wait">
            Figures from {formatTime(new Date(readAt))}. The server could not be reached since.
          </Notice>
        </div>
      )}
      <InvoiceOverview invoice={invoice} />
      <InvoiceHandover invoice={invoice} act={<ResendInvoice invoice={invoice} />} />
      <InvoicePayments payments={invoice.payments} />
      {payable && <Reference invoice={invoice} />}
      <InvoiceTimeline invoice={invoice} className={payable ? undefined : 'min-[901px]:row-span-2'} />
      {!payable && <Reference invoice={invoice} />}
      <Refunds invoice={invoice} />
    </>
  )
}

const Refunds = ({ invoice }: { invoice: DetailedInvoice }) => {
  const { role, twoFactorEnabled } = useUser()
  return (
    <RefundsCard
      invoiceId={invoice.invoiceId}
      customerEmail={invoice.customerEmail}
      refunds={invoice.refunds}
      refundable={invoice.refundable}
      manager={role !== 'user'}
      twoFactorEnabled={twoFactorEnabled}
    />
  )
}

const Reference = ({ invoice }: { invoice: DetailedInvoice }) => {
  const { role } = useUser()
  const mayMark = role !== 'user' && invoice.mayBeMarked.length > 0
  return (
    <Card
      title="Reference"
      span={7}
      aria-label="Reference"
      footer={mayMark && <MarkInvoice invoiceId={invoice.invoiceId} mayBeMarked={invoice.mayBeMarked} />}
    >
      <CopyRow label="Invoice ID" text={invoice.invoiceId} />
      {invoice.customerEmail && <CopyRow label="Customer email" text={invoice.customerEmail} />}
    </Card>
  )
}

const Unread = ({ error, busy, again }: { error: unknown; busy: boolean; again: () => void }) =>
  error instanceof ApiError && error.status === 404 ? (
    <Blank scene="none" title="Invoice not found" sentence="There is no invoice at this address." />
  ) : (
    <Blank
      scene="mooring"
      title="Unable to load this invoice"
      sentence="Your money is not affected. Only this page could not be read."
      actions={
        <>
          <Button variant="signal" busy={busy} icon={<RefreshCw className="ico" aria-hidden="true" />} onClick={again}>
            Try Again
          </Button>
          <ButtonLink to="/contact" icon={<LifeBuoy className="ico" aria-hidden="true" />}>
            Support chat
          </ButtonLink>
        </>
      }
    />
  )
