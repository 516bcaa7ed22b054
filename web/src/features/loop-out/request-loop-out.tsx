import type { LoopOutRequest } from '@bitquay/contract/loop-out'
import { type ReactNode, useState } from 'react'
import { HelpLink } from '../../frame/help-link.tsx'
import { dayOf } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { writeShortDay } from '../../ui/list-surface/plain-date.ts'
import { formatUsd } from '../../ui/money-text.ts'
import { CancelRequest } from './cancel-request.tsx'
import { LoopOutDialog } from './loop-out-dialog.tsx'
import { loopOutMinimumUsd, mayLoopOut } from './loop-out-rule.ts'
import * as t from './messages.ts'
import { RequestedAmount } from './requested-amount.tsx'
import { State } from './state.tsx'
import { isOpen, useOwnLoopOuts } from './use-loop-outs.ts'

type RequestLoopOutProps = {
  lightningUsd: string
  /** What is on hold for an open request. */
  heldUsd: string
  isManager: boolean
  /** Beside the button while it can be used. */
  note?: ReactNode
  /** Where an open request has a card of its own. */
  hidesOpenRequest?: boolean
}

/** Requests that the Lightning balance is moved on-chain, or says why that isn't possible now. */
export const RequestLoopOut = ({
  lightningUsd,
  heldUsd,
  isManager,
  note,
  hidesOpenRequest = false,
}: RequestLoopOutProps) => {
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
            {reason} {reason === t.managersOnly ? null : <HelpLink about="loop-out-minimum" />}
          </span>
        ) : (
          note && <span className="small muted">{note}</span>
        )}
      </div>
      <p className="whole small muted mt-2">{t.movesToWallet}</p>
      {latest && !(hidesOpenRequest && isOpen(latest)) && (
        <Latest request={latest} heldUsd={heldUsd} isManager={isManager} />
      )}
      {isAsking && <LoopOutDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

type Circumstances = Pick<RequestLoopOutProps, 'lightningUsd' | 'isManager'> & { latest: LoopOutRequest | undefined }

const whyNot = ({ lightningUsd, isManager, latest }: Circumstances): string | undefined => {
  if (latest && isOpen(latest)) return t.alreadyPending
  if (!mayLoopOut(lightningUsd)) return t.minimumRequired({ amount: formatUsd(loopOutMinimumUsd) })
  return isManager ? undefined : t.managersOnly
}

type LatestProps = Pick<RequestLoopOutProps, 'heldUsd' | 'isManager'> & { request: LoopOutRequest }

/** How the last request went. */
const Latest = ({ request, heldUsd, isManager }: LatestProps) => {
  const now = useNow(60_000)
  return (
    <div className="latest cluster small muted gap-y-1 gap-x-3">
      <span>{t.lastLoopOut({ date: writeShortDay(dayOf(request.createdAt), dayOf(now)) })}</span>
      <RequestedAmount request={request} heldUsd={heldUsd} />
      <State status={request.status} />
      {request.status === 'pending' && <span className="whole breaks">{t.onHold}</span>}
      {request.status === 'executing' && <span className="whole breaks">{t.beingSent}</span>}
      {request.adminNotes && <span className="whole breaks">{t.quoted({ note: request.adminNotes })}</span>}
      {request.status === 'pending' && isManager && <CancelRequest request={request} />}
    </div>
  )
}
