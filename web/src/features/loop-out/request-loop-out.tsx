import type { LoopOutRequest } from '@bitquay/contract/loop-out'
import { messageOf } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { toast } from '../../ui/toast-store.ts'
import { loopOutMinimumUsd, mayLoopOut } from './loop-out-rule.ts'
import { isOpen, useOwnLoopOuts, useRequestLoopOut } from './use-loop-outs.ts'

type LoopOutActProps = { lightningUsd: string; isManager: boolean }

/** Asks for the Lightning balance to be moved on-chain, or says why that cannot be asked now. */
export const RequestLoopOut = ({ lightningUsd, isManager }: LoopOutActProps) => {
  const { data: requests } = useOwnLoopOuts()
  const request = useRequestLoopOut()
  const [latest] = requests ?? []
  const reason = whyNot({ lightningUsd, isManager, latest })
  const act = () =>
    request.mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'Loop-out Request Created',
          description: 'Your Lightning balance loop-out request has been submitted and is pending admin approval.',
        }),
      onError: (error) =>
        toast({ kind: 'bad', title: 'Error', description: messageOf(error, 'Failed to create loop-out request') }),
    })
  return (
    <>
      <div className="act">
        <Button
          busy={request.isPending}
          disabled={reason !== undefined || requests === undefined}
          aria-describedby={reason ? 'loop-out-reason' : undefined}
          onClick={act}
        >
          Loop Out
        </Button>
        {reason && (
          <span className="small muted" id="loop-out-reason">
            {reason}
          </span>
        )}
      </div>
      {latest && <Latest request={latest} />}
    </>
  )
}

type Circumstances = { lightningUsd: string; isManager: boolean; latest: LoopOutRequest | undefined }

const whyNot = ({ lightningUsd, isManager, latest }: Circumstances): string | undefined => {
  if (latest && isOpen(latest)) return 'One request at a time'
  if (!mayLoopOut(lightningUsd)) return `Minimum ${formatUsd(loopOutMinimumUsd)} required`
  return isManager ? undefined : 'Asked for by the owner or a store admin'
}

const states = {
  pending: { shape: 'dashed', word: 'Pending' },
  executing: { shape: 'dashed', word: 'On its way' },
  completed: { shape: 'solid', word: 'Completed' },
  rejected: { shape: 'crossed', word: 'Rejected' },
} as const

/** How the last request went. */
const Latest = ({ request }: { request: LoopOutRequest }) => {
  const { shape, word } = states[request.status]
  return (
    <div className="latest">
      <Badge shape={shape}>{word}</Badge>
      <span>
        {formatUsd(request.lightningBalanceUsd)} asked for on {formatDate(request.createdAt)}
      </span>
      {request.status === 'pending' && (
        <span className="whole">It is held for you and waits for an admin’s approval.</span>
      )}
      {request.status === 'executing' && <span className="whole">It is being sent to your own on-chain wallet.</span>}
      {request.adminNotes && <span className="whole">“{request.adminNotes}”</span>}
    </div>
  )
}
