import { type LoopOutRequest, loopOutStatusWords } from '@bitquay/contract/loop-out'
import { formatActivity } from '../../lib/format-date.ts'
import { useUser } from '../../lib/session.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Berths } from '../../ui/berths.tsx'
import { Card } from '../../ui/card.tsx'
import { CancelRequest } from './cancel-request.tsx'
import * as t from './messages.ts'
import { RequestedAmount } from './requested-amount.tsx'
import { isOpen, useOwnLoopOuts } from './use-loop-outs.ts'

type MovingCardProps = {
  /** What is on hold at today’s price, as the total beside it. Undefined until known. */
  heldUsd: string | undefined
}

/** Money on its way from Lightning to the wallet. Nothing while there is none. */
export const MovingCard = ({ heldUsd }: MovingCardProps) => {
  const { data: requests } = useOwnLoopOuts()
  const request = requests?.find(isOpen)
  return request ? <Moving request={request} heldUsd={heldUsd} /> : null
}

const steps = [t.requested, t.approval, t.inYourWallet]

const Moving = ({ request, heldUsd }: { request: LoopOutRequest } & MovingCardProps) => {
  const now = useNow(60_000)
  const isManager = useUser().role !== 'user'
  const isPending = request.status === 'pending'
  const current = isPending ? 1 : 2
  return (
    <Card
      title={t.moving}
      aria-label={t.moving}
      note={<Badge shape="dashed">{loopOutStatusWords[request.status]}</Badge>}
    >
      <div className="stack gap-4">
        <div className="cluster between gap-3">
          <div>
            <div className="money text-2xl">
              <RequestedAmount request={request} heldUsd={heldUsd} />
            </div>
            <div className="small muted">
              {t.requestedAt({ when: formatActivity(request.createdAt, now) })} {isPending ? t.onHold : t.beingSent}
            </div>
          </div>
          {isPending && isManager && <CancelRequest request={request} />}
        </div>
        <Berths
          berths={steps.map((step, index) => ({
            key: step,
            name: step,
            state: index < current ? 'done' : index === current ? 'now' : 'open',
          }))}
        />
        <p className="small muted">{isPending ? t.stillYours : t.stillInTotal}</p>
      </div>
    </Card>
  )
}
