import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useMarkInvoice } from './use-invoices.ts'

const marks = {
  settled: {
    act: t.markPaid,
    title: t.markPaidTitle,
    purpose: t.markPaidPurpose,
    meaning: t.markPaidMeaning,
    done: t.markedAsPaid,
  },
  invalid: {
    act: t.markInvalid,
    title: t.markInvalidTitle,
    purpose: t.markInvalidPurpose,
    meaning: t.markInvalidMeaning,
    done: t.markedAsInvalid,
  },
}

/** What the payment server allows to be decided manually. Each asks first. */
export const MarkInvoice = ({ invoiceId, mayBeMarked }: { invoiceId: string; mayBeMarked: readonly string[] }) => {
  const [asked, setAsked] = useState<keyof typeof marks>()
  const mark = useMarkInvoice(invoiceId)
  const confirm = () => {
    if (!asked) return
    mark.mutate(asked, {
      onSuccess: () => {
        toast({ title: t.markedToast, description: marks[asked].done })
        setAsked(undefined)
      },
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.markFailed) }),
    })
  }
  return (
    <>
      {mayBeMarked.includes('settled') && (
        <Button size="sm" icon={<Check className="ico" aria-hidden="true" />} onClick={() => setAsked('settled')}>
          {t.markPaid}
        </Button>
      )}
      {mayBeMarked.includes('invalid') && (
        <Button size="sm" icon={<X className="ico" aria-hidden="true" />} onClick={() => setAsked('invalid')}>
          {t.markInvalid}
        </Button>
      )}
      {asked && (
        <FormDialog
          onClose={() => setAsked(undefined)}
          title={marks[asked].title}
          purpose={marks[asked].purpose}
          confirm={marks[asked].act}
          bad={asked === 'invalid'}
          busy={mark.isPending}
          onSubmit={confirm}
        >
          <p>{marks[asked].meaning}</p>
        </FormDialog>
      )}
    </>
  )
}
