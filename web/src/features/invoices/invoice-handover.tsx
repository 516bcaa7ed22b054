import type { Invoice } from '@bitquay/contract/invoices'
import type { ReactNode } from 'react'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { isPayable } from './describe-invoice.ts'
import { InvoiceQr } from './invoice-qr.tsx'
import { InvoiceCopyRows } from './invoice-result.tsx'

/** With its code it is as high as two cards beside it. */
const tall = 'min-[901px]:row-span-2'

/** What the customer needs. A code that can no longer be paid is not offered. */
export const InvoiceHandover = ({ invoice, act }: { invoice: Invoice; act?: ReactNode }) => {
  const payable = isPayable(invoice, useNow())
  return (
    <Card title="For the customer" span={5} className={payable ? tall : undefined} aria-label="For the customer">
      {invoice.qrCodeData && payable && (
        <div className="mb-4 flex justify-center">
          <InvoiceQr link={invoice.qrCodeData} />
        </div>
      )}
      <InvoiceCopyRows invoice={invoice} />
      {act}
    </Card>
  )
}
