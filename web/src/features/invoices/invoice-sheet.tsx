import { LifeBuoy } from 'lucide-react'
import { HelpLink } from '../../frame/help-link.tsx'
import { portalPaths } from '../../frame/portal-screens.ts'
import { paths } from '../../frame/screens.ts'
import { ApiError, requestCodeOf } from '../../lib/api-error.ts'
import { formatAge, formatDateTime, formatTime } from '../../lib/format-date.ts'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { formatPercent } from '../../lib/format-number.ts'
import { formatPrice } from '../../lib/format-price.ts'
import { useUser } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Block } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Sums } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Notice } from '../../ui/notice.tsx'
import { DetailSheet } from '../../ui/sheet.tsx'
import { SheetFacts, SheetSection } from '../../ui/sheet-section.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { RefundButton, RefundList } from '../refunds/index.ts'
import { CancelInvoice } from './cancel-invoice.tsx'
import { InvoiceCopyRows } from './created-sheet.tsx'
import { findOverpaidUsd, isPayable, meaningOf, whoOf } from './describe-invoice.ts'
import { InvoiceAmount, InvoiceState, MissingMethods } from './invoice-marks.tsx'
import { InvoicePayments } from './invoice-payments.tsx'
import { InvoiceQr } from './invoice-qr.tsx'
import './invoice-sheet.css'
import '../../ui/timeline.css'
import { timelineOf } from './invoice-timeline.ts'
import { MarkInvoice } from './mark-invoice.tsx'
import * as t from './messages.ts'
import { ResendInvoice } from './resend-invoice.tsx'
import { ResolveInvoice } from './resolve-invoice.tsx'
import { type DetailedInvoice, useInvoice } from './use-invoices.ts'

type InvoiceSheetProps = {
  invoiceId: string
  onClose: () => void
  /** Shows the row before or after, if there is one. */
  onMove: ((step: 1 | -1) => void) | undefined
}

/** One invoice beside the list: what can be done, what needs a decision, the sums, then everything known about it. */
export const InvoiceSheet = ({ invoiceId, onClose, onMove }: InvoiceSheetProps) => {
  const { data: invoice, error, isError, isFetching, refetch, dataUpdatedAt } = useInvoice(invoiceId)
  return (
    <DetailSheet
      title={invoice ? (whoOf(invoice) ?? t.noCustomer) : t.invoice}
      note={
        <div className="small muted">
          {invoice?.description ?? (invoice && t.invoiceNumber({ id: invoice.invoiceId.slice(0, 8) }))}
        </div>
      }
      onClose={onClose}
      onMove={onMove}
    >
      {isError && invoice && (
        <Notice kind="wait">{t.figuresFrom({ time: formatTime(new Date(dataUpdatedAt)) })}</Notice>
      )}
      {invoice ? (
        <Parts invoice={invoice} />
      ) : isError ? (
        <NotLoaded error={error} reading={{ isFetching, refetch }} />
      ) : (
        <SkeletonLines lines={8} />
      )}
    </DetailSheet>
  )
}

const Parts = ({ invoice }: { invoice: DetailedInvoice }) => {
  const now = useNow()
  const payable = isPayable(invoice, now)
  return (
    <>
      <Acts invoice={invoice} />
      <Attention invoice={invoice} />
      <Delayed invoice={invoice} />
      <Amount invoice={invoice} />
      <MissingMethods invoice={invoice} />
      <SheetSection title={t.payments} note={invoice.payments.length || undefined}>
        <InvoicePayments payments={invoice.payments} />
      </SheetSection>
      <RefundList refunds={invoice.refunds} sale={invoice.sale} />
      <SheetSection title={t.share}>
        {invoice.qrCodeData && payable && (
          <div className="flex to-center mt-3 mb-3">
            <InvoiceQr link={invoice.qrCodeData} />
          </div>
        )}
        <InvoiceCopyRows invoice={invoice} payable={payable} />
        <ResendInvoice invoice={invoice} />
      </SheetSection>
      <Customer invoice={invoice} />
      <Sale invoice={invoice} />
      <SheetSection title={t.timeline}>
        <ol className="steps stack small">
          {timelineOf(invoice, now).map(({ at, text, shape }) => (
            <li key={`${text}-${at}`} className={`flex gap-3 ${shape}`}>
              <Block shape={shape} />
              <span className="grow">{text}</span>
              <span className="quiet">{at && formatDateTime(at)}</span>
            </li>
          ))}
        </ol>
      </SheetSection>
      <Reference invoice={invoice} payable={payable} />
    </>
  )
}

const Acts = ({ invoice }: { invoice: DetailedInvoice }) => {
  const isManager = useUser().role !== 'user'
  return (
    <div className="invoice-acts flex wraps gap-1.5">
      <CopyButton size="sm" label={t.checkoutLink} text={invoice.checkoutLink}>
        {t.copyLink}
      </CopyButton>
      <RefundButton size="sm" invoice={invoice} opensByAddress />
      {isManager && <Decisions invoice={invoice} />}
    </div>
  )
}

/** An invoice with a due date is canceled, any other is marked as invalid. */
const Decisions = ({ invoice: { invoiceId, mayBeMarked, dueDate } }: { invoice: DetailedInvoice }) => {
  if (dueDate === undefined) return <MarkInvoice invoiceId={invoiceId} mayBeMarked={mayBeMarked} />
  return (
    <>
      <MarkInvoice invoiceId={invoiceId} mayBeMarked={mayBeMarked.filter((status) => status === 'settled')} />
      {mayBeMarked.includes('invalid') && <CancelInvoice invoiceId={invoiceId} />}
    </>
  )
}

/** What waits for a decision: refund it, or keep it as it is. */
const Attention = ({ invoice }: { invoice: DetailedInvoice }) => {
  const isManager = useUser().role !== 'user'
  if (!invoice.needsAttention) return null
  const overpaid = findOverpaidUsd(invoice)
  return (
    <Notice kind="wait">
      {overpaid && <b>{t.overpaidBy({ amount: formatUsd(overpaid) })} </b>}
      {meaningOf(invoice)} <HelpOnState state={invoice.state} />
      {isManager && (
        <div className="mt-2 flex wraps gap-2">
          {overpaid && (
            <RefundButton
              size="sm"
              invoice={invoice}
              preset="overpaid"
              label={t.refundAmount({ amount: formatUsd(overpaid) })}
            />
          )}
          <ResolveInvoice invoiceId={invoice.invoiceId} />
        </div>
      )}
    </Notice>
  )
}

/** What a merchant asks about an invoice that wasn't paid as it should. */
const HelpOnState = ({ state }: Pick<DetailedInvoice, 'state'>) =>
  state === 'expired' || state === 'partially-paid' || state === 'paid-late' || state === 'overpaid' ? (
    <span className="block small mt-1">
      <HelpLink about={`invoice-${state}`} />
    </span>
  ) : null

/** Emails that a limit keeps waiting. The link is above. */
const Delayed = ({ invoice: { emails } }: { invoice: DetailedInvoice }) =>
  emails
    .filter(({ status }) => status === 'delayed')
    .map(({ type, at }) => {
      const time = formatTime(new Date(at))
      return (
        <Notice key={`${type}-${at}`} kind="wait">
          {type === 'receipt' ? t.receiptDelayed({ time }) : t.reminderDelayed({ time })}
        </Notice>
      )
    })

/** The total, its state, and gross − fees = net of what was booked. */
const Amount = ({ invoice }: { invoice: DetailedInvoice }) => {
  const now = useNow()
  const { sums, dueBtc, status, expiresAt } = invoice
  return (
    <section aria-label={t.total}>
      <div className="across between gap-4">
        <div className="money text-3xl">
          <InvoiceAmount invoice={invoice} />
        </div>
        <InvoiceState state={invoice.state} overdue={invoice.overdue} />
      </div>
      {(invoice.amountBtc !== null || invoice.dueDate === undefined) && (
        <div className="muted mt-1">
          <Btc amount={invoice.amountBtc} />
        </div>
      )}
      {!invoice.needsAttention && (
        <p className="mt-2">
          {meaningOf(invoice)} {invoice.state === 'expired' && <HelpOnState state="expired" />}
        </p>
      )}
      <DueDate invoice={invoice} />
      {isPayable(invoice, now) && expiresAt && (
        <p className="small quiet mt-1">
          {t.priceLocked({ date: formatDateTime(expiresAt), left: formatAge(now, new Date(expiresAt)) })}
        </p>
      )}
      {(sums || status === 'new') && (
        <div className="mt-3">
          <Sums
            rows={[
              ...(status === 'new' && dueBtc !== null ? [{ name: t.due, value: <Btc amount={dueBtc} /> }] : []),
              ...(sums ? rowsOf(sums) : []),
            ]}
          />
        </div>
      )}
    </section>
  )
}

const DueDate = ({ invoice: { dueDate, timesOpened = 0 } }: { invoice: DetailedInvoice }) =>
  dueDate !== undefined && (
    <p className="small quiet mt-1">{t.dueAndOpened({ date: formatDueDate(dueDate), count: timesOpened })}</p>
  )

const rowsOf = (sums: NonNullable<DetailedInvoice['sums']>) => {
  const percent = (Number(sums.feeBtc) / Number(sums.grossBtc)) * -100
  return [
    {
      name: t.grossReceived,
      value: (
        <>
          <Usd amount={sums.grossUsd} />
          <div className="small">
            <Btc amount={sums.grossBtc} />
          </div>
        </>
      ),
    },
    {
      name: Number.isFinite(percent) ? t.feesOf({ percent: formatPercent(Math.round(percent * 100) / 100) }) : t.fees,
      value: <Usd amount={sums.feeUsd} />,
    },
    { name: t.net, value: <Usd amount={sums.netUsd} />, total: true },
  ]
}

const Customer = ({ invoice: { customerName, customerEmail, customer } }: { invoice: DetailedInvoice }) => {
  if (customerName === null && customerEmail === null) return null
  return (
    <SheetSection title={t.customer}>
      <SheetFacts
        facts={[
          ...(customerName ? [{ name: t.name, value: customerName }] : []),
          ...(customerEmail ? [{ name: t.email, value: customerEmail, copy: customerEmail }] : []),
          ...(customer
            ? [
                {
                  name: t.history,
                  value: t.customerHistory({ count: customer.invoices, amount: formatUsd(customer.receivedUsd) }),
                },
              ]
            : []),
        ]}
      />
    </SheetSection>
  )
}

/** Where it was charged, by whom, and its tax. */
const Sale = ({ invoice: { sale } }: { invoice: DetailedInvoice }) =>
  sale && (
    <SheetSection title={t.sale}>
      <SheetFacts
        facts={[
          { name: t.till, value: sale.till },
          ...(sale.cashier ? [{ name: t.cashier, value: sale.cashier }] : []),
          ...(/[1-9]/.test(sale.salesTax)
            ? [{ name: t.salesTax, value: formatPrice(sale.salesTax, sale.currency) }]
            : []),
        ]}
      />
    </SheetSection>
  )

/** An address that takes no payment anymore is only read, to compare it with what a customer names. */
const Reference = ({ invoice, payable }: { invoice: DetailedInvoice; payable: boolean }) => {
  const { invoiceId, bitcoinAddress, metadata } = invoice
  const { orderId } = metadata
  return (
    <SheetSection title={t.reference}>
      <SheetFacts
        facts={[
          { name: t.invoiceId, value: <span className="mono">{invoiceId}</span>, copy: invoiceId },
          ...(bitcoinAddress && !payable
            ? [
                {
                  name: t.bitcoinAddress,
                  value: <span className="mono block break-all">{bitcoinAddress}</span>,
                },
              ]
            : []),
          ...(typeof orderId === 'string' ? [{ name: t.orderId, value: orderId, copy: orderId }] : []),
        ]}
      />
    </SheetSection>
  )
}

type NotLoadedProps = { error: unknown; reading: { isFetching: boolean; refetch: () => unknown } }

const NotLoaded = ({ error, reading }: NotLoadedProps) =>
  error instanceof ApiError && error.status === 404 ? (
    <EmptyState
      card={false}
      scene="none"
      title={t.notFoundTitle}
      sentence={t.notFound}
      actions={<ButtonLink to={portalPaths.merchant.invoices}>{t.invoices}</ButtonLink>}
    />
  ) : (
    <LoadError
      prominent
      title={t.notLoadedTitle}
      sentence={t.notLoaded}
      help={
        <ButtonLink to={paths.contact} icon={<LifeBuoy className="ico" aria-hidden="true" />}>
          {t.contactSupport}
        </ButtonLink>
      }
      code={requestCodeOf(error)}
      reading={reading}
    />
  )
