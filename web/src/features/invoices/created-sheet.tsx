import type { Answer } from '@bitquay/contract/call'
import type { createInvoice, Invoice } from '@bitquay/contract/invoices'
import { Mail, Plus, Printer, Share2 } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatTime } from '../../lib/format-date.ts'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSheet } from '../../ui/sheet.tsx'
import { isPayable, whoOf } from './describe-invoice.ts'
import './invoice-form.css'
import { InvoiceAmount, InvoiceState, MissingMethods } from './invoice-marks.tsx'
import { InvoiceQr } from './invoice-qr.tsx'
import * as t from './messages.ts'
import { useSendAgain } from './resend-invoice.tsx'
import { useInvoice } from './use-invoices.ts'

type CreatedSheetProps = {
  created: Answer<typeof createInvoice>
  onClose: () => void
  onAnother: () => void
}

/** A new invoice, ready to share. Its state follows the payment. */
export const CreatedSheet = ({ created, onClose, onAnother }: CreatedSheetProps) => {
  const { data } = useInvoice(created.invoiceId)
  const invoice = data ?? created
  const payable = isPayable(invoice, useNow())
  return (
    <FormSheet
      title={t.invoiceReady}
      onClose={onClose}
      footer={
        <>
          <Button icon={<Plus className="ico" aria-hidden="true" />} onClick={onAnother}>
            {t.createAnother}
          </Button>
          <ButtonLink to={pathTo(portalPaths.merchant.invoice, { invoiceId: created.invoiceId })}>
            {t.openInvoice}
          </ButtonLink>
          <Button variant="signal" onClick={onClose}>
            {t.done}
          </Button>
        </>
      }
    >
      {invoice.qrCodeData && payable && (
        <div className="invoice-ready centered gap-2">
          <a href={invoice.checkoutLink} target="_blank" rel="noreferrer" aria-label={t.openPage}>
            <InvoiceQr link={invoice.qrCodeData} size={320} />
          </a>
          {invoice.qrCodeData === invoice.checkoutLink && <p className="small muted">{t.scanToOpen}</p>}
        </div>
      )}
      <div>
        <div className="across between gap-4">
          <div className="money text-3xl">
            <InvoiceAmount invoice={invoice} />
          </div>
          <InvoiceState state={data?.state ?? 'unpaid'} overdue={data?.overdue} />
        </div>
        {(invoice.amountBtc !== null || invoice.dueDate === undefined) && (
          <div className="muted mt-1.5">
            <Btc amount={invoice.amountBtc} />
          </div>
        )}
        <WhoAndDue invoice={invoice} />
        {invoice.description && <p className="mt-2">{invoice.description}</p>}
      </div>
      <InvoiceCopyRows invoice={invoice} payable={payable} />
      <Acts invoice={invoice} mailedAt={data?.mailedAt ?? created.mailedAt} />
      <MissingMethods invoice={invoice} />
      <Emailed email={created.customerEmail} at={data?.mailedAt ?? created.mailedAt} />
    </FormSheet>
  )
}

const WhoAndDue = ({ invoice }: { invoice: Invoice }) => {
  const who = whoOf(invoice)
  if (!invoice.dueDate) return who && <p className="muted mt-2 breaks">{who}</p>
  const date = formatDueDate(invoice.dueDate)
  return <p className="muted mt-2 breaks">{who ? t.whoAndDue({ name: who, date }) : t.dueOn({ date })}</p>
}

/** Everything to do with its link. */
const Acts = ({ invoice, mailedAt }: { invoice: Invoice; mailedAt: string | null }) => {
  const { send, isPending } = useSendAgain(invoice.invoiceId)
  const { checkoutLink: url, description } = invoice
  const share = () => {
    // Browsers without it open an email program.
    if (!navigator.share) return window.location.assign(`mailto:?body=${encodeURIComponent(url)}`)
    // Closing the menu without a choice is no failure.
    return navigator.share({ url, ...(description ? { title: description } : {}) }).catch(() => undefined)
  }
  return (
    <div className="invoice-acts flex wraps gap-2">
      <CopyButton label={t.checkoutLink} text={url}>
        {t.copyLink}
      </CopyButton>
      {invoice.customerEmail !== null && invoice.status === 'new' && (
        <Button icon={<Mail className="ico" aria-hidden="true" />} busy={isPending} onClick={send}>
          {mailedAt ? t.sendAgain : t.sendToCustomer}
        </Button>
      )}
      <Button icon={<Share2 className="ico" aria-hidden="true" />} onClick={() => void share()}>
        {t.shareLink}
      </Button>
      <Button icon={<Printer className="ico" aria-hidden="true" />} onClick={() => window.print()}>
        {t.print}
      </Button>
    </div>
  )
}

/** Over the limit of emails, the link is what the merchant has. */
const Emailed = ({ email, at }: { email: string | null; at: string | null }) => {
  if (email === null) return null
  if (at === null) return <Notice kind="wait">{t.notEmailed({ email })}</Notice>
  return <Notice>{t.wasEmailed({ email, time: formatTime(new Date(at)) })}</Notice>
}

type InvoiceCopyRowsProps = {
  invoice: Invoice
  /** Without it, only the link is left: it shows what became of the invoice. */
  payable: boolean
}

/** Everything of it that can be shared. */
export const InvoiceCopyRows = ({ invoice, payable }: InvoiceCopyRowsProps) => (
  <div>
    <CopyRow label={t.checkoutLink} text={invoice.checkoutLink}>
      <a className="mono link what clip" href={invoice.checkoutLink} target="_blank" rel="noreferrer">
        {invoice.checkoutLink}
      </a>
    </CopyRow>
    {payable && invoice.bitcoinAddress && <CopyRow label={t.bitcoinAddress} text={invoice.bitcoinAddress} />}
    {payable && invoice.lightningInvoice && <CopyRow label={t.lightningInvoice} text={invoice.lightningInvoice} />}
    {payable && invoice.dueDate && !invoice.bitcoinAddress && !invoice.lightningInvoice && (
      <div className="across between gap-3 small mt-2">
        <span className="strong">{t.addresses}</span>
        <span className="quiet">{t.setWhenOpened}</span>
      </div>
    )}
  </div>
)
