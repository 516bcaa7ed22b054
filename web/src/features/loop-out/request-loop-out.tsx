import type { LoopOutRequest } from '@bitquay/contract/loop-out'
import { type ReactNode, useState } from 'react'
import { dayOf } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Usd } from '../../ui/figures.tsx'
import { writeShortDay } from '../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../ui/money-text.ts'
import { CancelRequest } from './cancel-request.tsx'
import { LoopOutDialog } from './loop-out-dialog.tsx'
import { loopOutMinimumUsd, mayLoopOut } from './loop-out-rule.ts'
import * as t from './messages.ts'
import { isOpen, useOwnLoopOuts } from './use-loop-outs.ts'

type RequestLoopOutProps = {
  lightningUsd: string
  isManager: boolean
  /** Beside the button while it can be used. */
  note?: ReactNode
  /** Where an open request has a card of its own. */
  hidesOpenRequest?: boolean
}

/** Requests that the Lightning balance is moved on-chain, or says why that isn't possible now. */
export const RequestLoopOut = ({ lightningUsd, isManager, note, hidesOpenRequest = false }: RequestLoopOutProps) => {
  const { data: requests } = useOwnLoopOuts()
  const [isAsking, setIsAsking] = useState(false)
  const [latest] = requests ?? []
  const reason = whyNot({ lightningUsd, isManager, latest })
  return (
    <>
      <div className="act cluster gap-y-1.5 gap-x-3">
        <Button
          size="sm"
          disabled={reason !== undefined || requests === undefined}
          aria-describedby={reason ? 'loop-out-reason' : undefined}
          onClick={() => setIsAsking(true)}
        >
          {t.loopOutAct}
        </Button>
        {reason ? (
          <span className="small muted" id="loop-out-reason">
            {reason}
          </span>
        ) : (
          note && <span className="small muted">{note}</span>
        )}
      </div>
      <p className="whole small muted mt-2">{t.movesToWallet}</p>
      {latest && !(hidesOpenRequest && isOpen(latest)) && <Latest request={latest} isManager={isManager} />}
      {isAsking && <LoopOutDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

type Circumstances = { lightningUsd: string; isManager: boolean; latest: LoopOutRequest | undefined }

const whyNot = ({ lightningUsd, isManager, latest }: Circumstances): string | undefined => {
  if (latest && isOpen(latest)) return t.alreadyPending
  if (!mayLoopOut(lightningUsd)) return t.minimumRequired({ amount: formatUsd(loopOutMinimumUsd) })
  return isManager ? undefined : t.managersOnly
}

const states = {
  pending: { shape: 'dashed', word: t.pending },
  executing: { shape: 'dashed', word: t.executing },
  completed: { shape: 'solid', word: t.completed },
  rejected: { shape: 'crossed', word: t.rejected },
  cancelled: { shape: 'open', word: t.canceled },
} as const

/** How the last request went. */
const Latest = ({ request, isManager }: { request: LoopOutRequest; isManager: boolean }) => {
  const { shape, word } = states[request.status]
  const now = useNow(60_000)
  return (
    <div className="latest cluster small muted gap-y-1 gap-x-3">
      <span>{t.lastLoopOut({ date: writeShortDay(dayOf(request.createdAt), dayOf(now)) })}</span>
      <Usd amount={request.lightningBalanceUsd} />
      <Badge shape={shape}>{word}</Badge>
      {request.status === 'pending' && <span className="whole breaks">{t.onHold}</span>}
      {request.status === 'executing' && <span className="whole breaks">{t.beingSent}</span>}
      {request.adminNotes && <span className="whole breaks">{t.quoted({ note: request.adminNotes })}</span>}
      {request.status === 'pending' && isManager && <CancelRequest request={request} />}
    </div>
  )
}
