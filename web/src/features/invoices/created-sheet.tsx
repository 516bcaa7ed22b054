import type { Answer } from '@bitquay/contract/call'
import type { createInvoice, Invoice } from '@bitquay/contract/invoices'
import { Plus } from 'lucide-react'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { formatDueDate } from '../../lib/format-due-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { FormSheet } from '../../ui/sheet.tsx'
import { isPayable } from './describe-invoice.ts'
import { InvoiceAmount, InvoiceState, MissingMethods } from './invoice-marks.tsx'
import { InvoiceQr } from './invoice-qr.tsx'
import * as t from './messages.ts'
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
        <div className="flex to-center">
          <InvoiceQr link={invoice.qrCodeData} />
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
        {invoice.dueDate && <p className="mt-2">{t.dueOn({ date: formatDueDate(invoice.dueDate) })}</p>}
        {invoice.description && <p className="mt-2">{invoice.description}</p>}
      </div>
      <InvoiceCopyRows invoice={invoice} payable={payable} />
      <MissingMethods invoice={invoice} />
      {created.customerEmail !== null && created.mailedAt === null && (
        <Notice kind="wait">{t.notEmailed({ email: created.customerEmail })}</Notice>
      )}
    </FormSheet>
  )
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
  </div>
)
