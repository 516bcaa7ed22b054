import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/api-error.ts'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import * as t from './messages.ts'
import { useSyncWallet } from './use-wallet.ts'

/** A payment server that doesn’t answer gets this long before the button can be used again. */
const patienceMs = 20_000

/** When the payment server was last asked for deposits, which it doesn’t announce, and a button that asks it now. */
export const LastSync = ({ asOf }: { asOf: string | null }) => {
  const now = useNow(2000)
  const sync = useSyncWallet()
  const [started, setStarted] = useState<{ asOf: string | null; at: number }>()
  const isWaiting = started !== undefined && started.asOf === asOf && now.getTime() - started.at < patienceMs
  const act = () =>
    sync.mutate(undefined, {
      onSuccess: () => setStarted({ asOf, at: Date.now() }),
      onError: (error) => toast({ kind: 'bad', title: t.syncFailedToast, description: messageOf(error, t.syncFailed) }),
    })
  return (
    <div className="cluster between gap-y-1 gap-x-3 mt-3">
      <span className="small muted">{asOf === null ? t.neverSynced : t.lastSynced({ ago: formatAgo(asOf, now) })}</span>
      <Button
        size="sm"
        variant="ghost"
        busy={sync.isPending || isWaiting}
        icon={<RefreshCw className="ico" aria-hidden="true" />}
        onClick={act}
      >
        {t.syncNow}
      </Button>
    </div>
  )
}
