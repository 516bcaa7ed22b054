import { formatCount } from '../../lib/format-number.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Tile, Tiles } from '../../ui/tile.tsx'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

type QueuesCardProps = Pick<System, 'queues' | 'queueHistory'>

/** What waits now, and what waited in each of the last 60 minutes. */
export const QueuesCard = ({ queues, queueHistory }: QueuesCardProps) => {
  const { requested, signed, broadcast, stuck } = queues.sends
  return (
    <Tiles className="queues">
      <Queue
        label={t.queuedWebhooks}
        count={queues.hooksWaiting}
        history={queueHistory.webhooks}
        note={t.webhookNote({
          hasOldest: queues.oldestHookSeconds === null ? 'no' : 'yes',
          seconds: String(Math.round(queues.oldestHookSeconds ?? 0)),
          dropped: queues.hooksDropped,
        })}
      />
      <Queue label={t.queuedEmails} count={queues.mailWaiting} history={queueHistory.emails} />
      <Queue label={t.failedEmails} count={queues.mailFailed} history={queueHistory.failedEmails} />
      <Queue
        label={t.payoutsInProgress}
        count={requested + signed + broadcast}
        history={queueHistory.payouts}
        note={describeSteps([
          [requested, t.requestedCount],
          [signed, t.signedCount],
          [broadcast, t.broadcastCount],
        ])}
      />
      <Queue label={t.stuckPayouts} count={stuck} history={queueHistory.stuckPayouts} />
    </Tiles>
  )
}

/** Steps that nothing waits in are left out. */
const describeSteps = (steps: [number, (words: { count: string }) => string][]) =>
  steps.flatMap(([count, write]) => (count > 0 ? [write({ count: formatCount(count) })] : [])).join(' · ')

type QueueProps = { label: string; count: number; history: readonly number[]; note?: string }

const Queue = ({ label, count, history, note }: QueueProps) => (
  <Tile
    label={label}
    figure={formatCount(count)}
    note={
      <>
        <Sparkline values={history} label={t.queueChart({ queue: label, most: formatCount(Math.max(...history)) })} />
        <span className="span flex between" aria-hidden="true">
          <span>{t.hourAgo}</span>
          <span>{t.now}</span>
        </span>
        {note}
      </>
    }
  />
)
