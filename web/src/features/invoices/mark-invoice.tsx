import { CheckCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useMarkInvoice } from './use-invoices.ts'

type Mark = 'settled' | 'invalid'

const words: Record<Mark, { act: string; purpose: string; meaning: string }> = {
  settled: {
    act: 'Mark settled',
    purpose: 'You say that this invoice is paid, whatever was seen on the network.',
    meaning:
      'No money moves. The customer’s page will say that it is paid, and the invoice will say that it was marked by hand.',
  },
  invalid: {
    act: 'Mark invalid',
    purpose: 'You say that this invoice is not to be paid any more.',
    meaning:
      'No money moves. A payment that still comes in is credited to your wallet, and you decide what to do with it.',
  },
}

/** What the payment server allows to be decided by hand; each asks first. */
export const MarkInvoice = ({ invoiceId, mayBeMarked }: { invoiceId: string; mayBeMarked: readonly string[] }) => {
  const [asked, setAsked] = useState<Mark>()
  const mark = useMarkInvoice(invoiceId)
  const confirm = () => {
    if (!asked) return
    mark.mutate(asked, {
      onSuccess: () => {
        toast({ title: 'Invoice updated', description: `It is now marked ${asked}.` })
        setAsked(undefined)
      },
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to update the invoice') }),
    })
  }
  return (
    <>
      {mayBeMarked.includes('settled') && (
        <Button icon={<CheckCheck className="ico" aria-hidden="true" />} onClick={() => setAsked('settled')}>
          {words.settled.act}
        </Button>
      )}
      {mayBeMarked.includes('invalid') && (
        <Button variant="bad" icon={<CircleX className="ico" aria-hidden="true" />} onClick={() => setAsked('invalid')}>
          {words.invalid.act}
        </Button>
      )}
      {asked && (
        <Dialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={`${words[asked].act}?`}
          purpose={words[asked].purpose}
          footer={
            <>
              <Button variant="ghost" onClick={() => setAsked(undefined)}>
                Cancel
              </Button>
              <Button variant={asked === 'invalid' ? 'bad' : 'signal'} busy={mark.isPending} onClick={confirm}>
                {words[asked].act}
              </Button>
            </>
          }
        >
          <p>{words[asked].meaning}</p>
        </Dialog>
      )}
    </>
  )
}
