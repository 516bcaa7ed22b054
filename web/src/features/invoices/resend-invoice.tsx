import { Mail } from 'lucide-react'
import { messageOf } from '../../lib/api-error.ts'
import { formatActivity } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { DetailedInvoice } from './invoice-payments.tsx'
import { useResendInvoice } from './use-invoices.ts'

/** Sends the invoice email again while the invoice can be paid. */
export const ResendInvoice = ({ invoice }: { invoice: DetailedInvoice }) => {
  const resend = useResendInvoice(invoice.invoiceId)
  if (invoice.customerEmail === null || invoice.status !== 'new') return null
  const act = () =>
    resend.mutate(undefined, {
      onSuccess: ({ sentTo }) => toast({ title: 'Invoice sent', description: `The link is on its way to ${sentTo}.` }),
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to send the invoice') }),
    })
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button icon={<Mail className="ico" aria-hidden="true" />} busy={resend.isPending} onClick={act}>
        {invoice.mailedAt ? 'Send again' : 'Send to the customer'}
      </Button>
      <span className="small quiet">
        {invoice.mailedAt
          ? `Sent to ${invoice.customerEmail}, ${formatActivity(invoice.mailedAt)}`
          : invoice.customerEmail}
      </span>
    </div>
  )
}
