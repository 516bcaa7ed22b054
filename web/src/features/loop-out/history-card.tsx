import type { AdminLoopOutRequest } from '@bitquay/contract/loop-out'
import { fillMessage } from '../../lib/fill-message.ts'
import { formatDateTime } from '../../lib/format-date.ts'
import { cutTxid, shortenForPhone } from '../../lib/shorten.ts'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Btc, Usd } from '../../ui/figures.tsx'
import * as t from './messages.ts'

const states: Record<AdminLoopOutRequest['status'], { shape: BadgeShape; word: string }> = {
  pending: { shape: 'dashed', word: t.pending },
  executing: { shape: 'dashed', word: t.executing },
  completed: { shape: 'solid', word: t.completed },
  rejected: { shape: 'crossed', word: t.rejected },
  cancelled: { shape: 'open', word: t.canceled },
}

type HistoryCardProps = {
  requests: readonly AdminLoopOutRequest[]
  /** How many the platform is executing. */
  executing: number
  onResolve: (request: AdminLoopOutRequest) => void
}

/** All requests, newest first. */
export const HistoryCard = ({ requests, executing, onResolve }: HistoryCardProps) => (
  <Card
    title={t.allRequests}
    note={executing > 0 && t.executingCount({ count: executing })}
    bare
    aria-label={t.allRequests}
  >
    <ul className="loop-outs lined">
      {requests.map((request) => (
        <Line key={request.id} request={request} onResolve={() => onResolve(request)} />
      ))}
    </ul>
  </Card>
)

const Line = ({ request, onResolve }: { request: AdminLoopOutRequest; onResolve: () => void }) => {
  const { shape, word } = states[request.status]
  return (
    <li className="request stack">
      <div className="who flex between gap-4">
        <div className="cluster gap-x-3 gap-y-1">
          <Badge shape={shape}>{word}</Badge>
          <b>{request.storeName}</b>
          <span className="small muted">{formatDateTime(request.createdAt)}</span>
        </div>
        <div className="amt stack medium to-right">
          <Usd amount={request.lightningBalanceUsd} />
          <Btc amount={request.lightningBalanceBtc} />
        </div>
      </div>
      <div className="facts small cluster muted">
        <span className="inline-row gap-1.5">
          {fillMessage(t.to, {
            address: (
              <Copyable
                label={t.onChainAddress}
                text={request.onChainAddress}
                shown={shortenForPhone(request.onChainAddress)}
              />
            ),
          })}
        </span>
        {request.txid && (
          <span className="inline-row gap-1.5">
            {fillMessage(t.transaction, {
              txid: <Copyable label={t.transactionId} text={request.txid} shown={cutTxid(request.txid)} />,
            })}
          </span>
        )}
        {request.processedAt && (
          <span className="inline-row gap-1.5">
            {t.processed({
              date: formatDateTime(request.processedAt),
              hasPerson: request.processedBy ? 'yes' : 'no',
              person: request.processedBy ?? '',
              marked: request.carriedOut === 'by-hand' ? 'yes' : 'no',
            })}
          </span>
        )}
        <Progress request={request} />
        {request.problem && request.status === 'executing' && request.firstLeg === 'awaiting-payment' && (
          <Button size="sm" onClick={onResolve} aria-label={t.resolveRequest({ id: String(request.id) })}>
            {t.resolve}
          </Button>
        )}
        {request.adminNotes && (
          <span className="whole inline-row gap-1.5 breaks">{t.quoted({ note: request.adminNotes })}</span>
        )}
      </div>
    </li>
  )
}

/** How far an execution got. */
const Progress = ({ request }: { request: AdminLoopOutRequest }) => {
  const sentence =
    request.problem ??
    (request.status !== 'executing'
      ? undefined
      : request.firstLeg === 'awaiting-payment'
        ? t.awaitsLightning
        : request.sendStatus === 'broadcast'
          ? t.awaitsConfirmation
          : t.preparesPayment)
  return sentence ? <span className="whole inline-row gap-1.5 breaks">{sentence}</span> : null
}

const Copyable = ({ label, text, shown }: { label: string; text: string; shown: string }) => (
  <>
    <span className="mono" title={text}>
      {shown}
    </span>
    <CopyButton label={label} text={text} />
  </>
)
