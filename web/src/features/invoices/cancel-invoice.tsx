import { X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCancelInvoice } from './use-invoices.ts'

/** Cancels an unpaid invoice with a due date, after asking. */
export const CancelInvoice = ({ invoiceId }: { invoiceId: string }) => {
  const [isAsked, setAsked] = useState(false)
  const cancel = useCancelInvoice(invoiceId)
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        toast({ title: t.canceledToast, description: t.canceledResult })
        setAsked(false)
      },
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.cancelFailed) }),
    })
  return (
    <>
      <Button size="sm" icon={<X className="ico" aria-hidden="true" />} onClick={() => setAsked(true)}>
        {t.cancelInvoice}
      </Button>
      {isAsked && (
        <FormDialog
          onClose={() => setAsked(false)}
          title={t.cancelTitle}
          purpose={t.cancelPurpose}
          confirm={t.cancelInvoice}
          cancel={t.keepInvoice}
          bad
          busy={cancel.isPending}
          onSubmit={confirm}
        >
          <p>{t.markInvalidMeaning}</p>
        </FormDialog>
      )}
    </>
  )
}
