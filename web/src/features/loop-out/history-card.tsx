import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { formatDateTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { cutTxid, shortenForPhone } from '../../lib/shorten.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'

const states: Record<AdminLoopOutRequest['status'], { shape: BadgeShape; word: string }> = {
  pending: { shape: 'dashed', word: 'Pending' },
  executing: { shape: 'dashed', word: 'Executing' },
  completed: { shape: 'solid', word: 'Completed' },
  rejected: { shape: 'crossed', word: 'Rejected' },
}

type HistoryCardProps = {
  requests: readonly AdminLoopOutRequest[]
  /** How many the platform is carrying out. */
  onTheWay: number
  onResolve: (request: AdminLoopOutRequest) => void
}

/** Every request there ever was, newest first. */
export const HistoryCard = ({ requests, onTheWay, onResolve }: HistoryCardProps) => (
  <Card
    title="All requests"
    {...(onTheWay > 0 ? { note: `${formatCount(onTheWay)} on the way` } : {})}
    bare
    aria-label="All requests"
  >
    <ul className="loop-outs">
      {requests.map((request) => (
        <Line key={request.id} request={request} onResolve={() => onResolve(request)} />
      ))}
    </ul>
  </Card>
)

const Line = ({ request, onResolve }: { request: AdminLoopOutRequest; onResolve: () => void }) => {
  const { shape, word } = states[request.status]
  return (
    <li className="request">
      <div className="who">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge shape={shape}>{word}</Badge>
          <b>{request.storeName}</b>
          <span className="small muted">{formatDateTime(request.createdAt)}</span>
        </div>
        <div className="amt">
          <Usd amount={request.lightningBalanceUsd} />
          <Btc amount={request.lightningBalanceBtc} />
        </div>
      </div>
      <div className="facts small">
        <span>
          To{' '}
          <Copyable
            label="On-chain address"
            text={request.onChainAddress}
            shown={shortenForPhone(request.onChainAddress)}
          />
        </span>
        {request.txid && (
          <span>
            Transaction <Copyable label="Transaction ID" text={request.txid} shown={cutTxid(request.txid)} />
          </span>
        )}
        {request.processedAt && (
          <span>
            {formatDateTime(request.processedAt)}
            {request.processedBy && ` by ${request.processedBy}`}
            {request.carriedOut === 'by-hand' && ', by hand'}
          </span>
        )}
        <Standing request={request} />
        {request.problem && request.status === 'executing' && request.firstLeg === 'awaiting-payment' && (
          <Button size="sm" onClick={onResolve} aria-label={`Resolve request ${request.id}`}>
            Resolve
          </Button>
        )}
        {request.adminNotes && <span className="whole">“{request.adminNotes}”</span>}
      </div>
    </li>
  )
}

/** Where an execution stands between its two legs. */
const Standing = ({ request }: { request: AdminLoopOutRequest }) => {
  const sentence =
    request.problem ??
    (request.status !== 'executing'
      ? undefined
      : request.firstLeg === 'awaiting-payment'
        ? 'Coins are held. The payment from the merchant’s own node is awaited.'
        : request.sendStatus === 'broadcast'
          ? 'The Lightning money is taken. The payment on-chain waits for its first confirmation.'
          : 'The Lightning money is taken. The payment on-chain is being made.')
  return sentence ? <span className="whole">{sentence}</span> : null
}

const Copyable = ({ label, text, shown }: { label: string; text: string; shown: string }) => (
  <>
    <span className="mono" title={text}>
      {shown}
    </span>
    <CopyButton label={label} text={text} />
  </>
)
