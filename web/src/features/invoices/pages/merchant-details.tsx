import { LifeBuoy, ListOrdered, RefreshCw } from 'lucide-react'
import { useParams } from 'react-router'
import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { paths } from '../../../frame/screens.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { formatTime } from '../../../lib/format-date.ts'
import { useUser } from '../../../lib/session.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyRow } from '../../../ui/copy-row.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { RefundButton, RefundsCard } from '../../refunds/index.ts'
import { isPayable } from '../describe-invoice.ts'
import { InvoiceHandover } from '../invoice-handover.tsx'
import { InvoiceOverview } from '../invoice-overview.tsx'
import { type DetailedInvoice, InvoicePayments } from '../invoice-payments.tsx'
import { InvoiceTimeline } from '../invoice-timeline-card.tsx'
import { MarkInvoice } from '../mark-invoice.tsx'
import { ResendInvoice } from '../resend-invoice.tsx'
import { useInvoice } from '../use-invoices.ts'

const InvoicePage = () => {
  const { invoiceId = '' } = useParams()
  const { data: invoice, error, isError, isFetching, refetch, dataUpdatedAt } = useInvoice(invoiceId)
  return (
    <Page
      sentence={invoice ? invoice.description || 'No description' : 'One invoice, with its payments.'}
      actions={
        <>
          {invoice && <RefundButton invoice={invoice} />}
          <ButtonLink to={portalPaths.merchant.invoices} icon={<ListOrdered className="ico" aria-hidden="true" />}>
            All invoices
          </ButtonLink>
        </>
      }
    >
      {invoice ? (
        <Parts invoice={invoice} readAt={isError ? dataUpdatedAt : undefined} />
      ) : isError ? (
        <LoadError error={error} busy={isFetching} again={() => void refetch()} />
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
      <RefundsCard invoice={invoice} />
    </>
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

const LoadError = ({ error, busy, again }: { error: unknown; busy: boolean; again: () => void }) =>
  error instanceof ApiError && error.status === 404 ? (
    <EmptyState scene="none" title="Invoice not found" sentence="There is no invoice at this address." />
  ) : (
    <EmptyState
      scene="mooring"
      title="Unable to load this invoice"
      sentence="Your money is not affected. Only this page could not be read."
      actions={
        <>
          <Button variant="signal" busy={busy} icon={<RefreshCw className="ico" aria-hidden="true" />} onClick={again}>
            Try Again
          </Button>
          <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
            Support chat
          </ButtonLink>
        </>
      }
    />
  )

export default InvoicePage
