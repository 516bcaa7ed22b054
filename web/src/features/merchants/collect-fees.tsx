import type { MerchantDetail } from '@bitquay/contract/merchants.admin'
import { messageOf } from '../../lib/api-error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useCollectFees } from './use-merchants.ts'

/** Collects what is owed at once, instead of when it is worth a transaction. */
export const CollectFees = ({ merchant }: { merchant: MerchantDetail }) => {
  const collect = useCollectFees(merchant.id)
  const start = () =>
    collect.mutate(undefined, {
      onSuccess: () => toast({ title: t.collectingToast, description: t.collectingNote }),
      onError: (refusal) =>
        toast({ kind: 'bad', title: t.notCollectedToast, description: messageOf(refusal, t.collectFailed) }),
    })
  return (
    <Button size="sm" busy={collect.isPending} onClick={start}>
      {t.collectNow}
    </Button>
  )
}
