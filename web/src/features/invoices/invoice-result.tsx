import type { Answer } from '@bitquay/contract/call'
import type { createInvoice, Invoice } from '@bitquay/contract/invoices'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { pathTo } from '../../frame/screens.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { CopyRow } from '../../ui/copy-row.tsx'
import { Btc } from '../../ui/figures.tsx'
import { Notice } from '../../ui/notice.tsx'
import { isPayable } from './describe-invoice.ts'
import { InvoiceAmount, InvoiceState, MissingMethods } from './invoice-marks.tsx'
import { InvoiceQr } from './invoice-qr.tsx'
import './invoice-result.css'
import { useInvoice } from './use-invoices.ts'

/** A fresh invoice, ready to hand over, and how it fares. It takes the focus, since it is what was asked for. */
export const InvoiceResult = ({ invoice: created }: { invoice: Answer<typeof createInvoice> }) => {
  const { data: invoice = created } = useInvoice(created.invoiceId)
  const now = useNow()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Card
      title="Invoice ready"
      aria-label="Invoice ready"
      note={
        <span className="flex items-center gap-4">
          <InvoiceState invoice={invoice} />
          <Link className="link small" to={pathTo(portalPaths.merchant.invoice, { invoiceId: invoice.invoiceId })}>
            Open invoice
          </Link>
        </span>
      }
    >
      <div className="invoice-result" ref={ref} tabIndex={-1}>
        {invoice.qrCodeData && isPayable(invoice, now) && <InvoiceQr link={invoice.qrCodeData} />}
        <div className="min-w-0">
          <div className="money text-3xl">
            <InvoiceAmount invoice={invoice} />
          </div>
          <div className="muted mt-1.5">
            <Btc amount={invoice.amountBtc} />
          </div>
          {invoice.description && <p className="mt-2">{invoice.description}</p>}
          <div className="mt-4">
            <InvoiceCopyRows invoice={invoice} />
          </div>
          <MissingMethods invoice={invoice} />
          {invoice.customerEmail !== null && invoice.mailedAt === null && invoice.status === 'new' && (
            <div className="mt-4">
              <Notice kind="wait">
                This invoice wasn’t emailed to {invoice.customerEmail}: too many emails were sent in the last hour. Send
                the checkout link yourself.
              </Notice>
            </div>
          )}
        </div>
      </div>
    </Card>
  )
}

/** Everything of it that can be handed over. */
export const InvoiceCopyRows = ({ invoice }: { invoice: Invoice }) => (
  <div>
    <CopyRow label="Checkout link" text={invoice.checkoutLink}>
      <a className="mono link what" href={invoice.checkoutLink} target="_blank" rel="noreferrer">
        {invoice.checkoutLink}
      </a>
    </CopyRow>
    {invoice.bitcoinAddress && <CopyRow label="Bitcoin address" text={invoice.bitcoinAddress} />}
    {invoice.lightningInvoice && <CopyRow label="Lightning invoice" text={invoice.lightningInvoice} />}
  </div>
)
