import { Mail } from 'lucide-react'
import { messageOf } from '../../lib/api-error.ts'
import { formatActivity } from '../../lib/format-date.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { type DetailedInvoice, useResendInvoice } from './use-invoices.ts'

/** Emails the invoice again and says what became of it. */
export const useSendAgain = (invoiceId: string) => {
  const { mutate, isPending } = useResendInvoice(invoiceId)
  const send = () =>
    mutate(undefined, {
      onSuccess: ({ sentTo }) => toast({ title: t.sentToast, description: t.sentTo({ email: sentTo }) }),
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.sendFailed) }),
    })
  return { send, isPending }
}

/** Sends the invoice email again while the invoice can be paid. */
export const ResendInvoice = ({ invoice }: { invoice: DetailedInvoice }) => {
  const { send, isPending } = useSendAgain(invoice.invoiceId)
  if (invoice.customerEmail === null || invoice.status !== 'new') return null
  return (
    <div className="mt-4 cluster gap-3">
      <Button size="sm" icon={<Mail className="ico" aria-hidden="true" />} busy={isPending} onClick={send}>
        {invoice.mailedAt ? t.sendAgain : t.sendToCustomer}
      </Button>
      <span className="small quiet">
        {invoice.mailedAt
          ? t.sentOn({ email: invoice.customerEmail, when: formatActivity(invoice.mailedAt) })
          : invoice.customerEmail}
      </span>
    </div>
  )
}
