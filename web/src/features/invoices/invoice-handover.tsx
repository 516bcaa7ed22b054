import type { Invoice } from '@bitquay/contract/invoices'
import type { ReactNode } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { isPayable } from './describe-invoice.ts'
import { InvoiceQr } from './invoice-qr.tsx'
import { InvoiceCopyRows } from './invoice-result.tsx'

/** What the customer needs. A code that can no longer be paid is not offered. */
export const InvoiceHandover = ({ invoice, act }: { invoice: Invoice; act?: ReactNode }) => {
  const now = useNow()
  return (
    <Card title="For the customer" span={5} aria-label="For the customer">
      {invoice.qrCodeData && isPayable(invoice, now) && (
        <div className="mb-4 flex justify-center">
          <InvoiceQr link={invoice.qrCodeData} />
        </div>
      )}
      <InvoiceCopyRows invoice={invoice} />
      {act}
    </Card>
  )
}
