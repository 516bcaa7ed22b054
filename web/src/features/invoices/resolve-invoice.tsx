import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useResolveInvoice } from './use-invoices.ts'

/** Keeps what was paid as it is. */
export const ResolveInvoice = ({ invoiceId }: { invoiceId: string }) => {
  const resolve = useResolveInvoice(invoiceId)
  const act = () =>
    resolve.mutate(undefined, {
      onSuccess: () => toast({ title: t.keptToast, description: t.kept }),
      onError: (error) => toast({ kind: 'bad', title: t.errorToast, description: messageOf(error, t.keepFailed) }),
    })
  return (
    <Button size="sm" busy={resolve.isPending} onClick={act}>
      {t.keepIt}
    </Button>
  )
}
