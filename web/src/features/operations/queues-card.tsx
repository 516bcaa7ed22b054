import { formatCount } from '../../lib/format-number.ts'
import { Tile, Tiles } from '../../ui/tile.tsx'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

export const QueuesCard = ({ queues }: { queues: System['queues'] }) => {
  const { requested, signed, broadcast, stuck } = queues.sends
  return (
    <Tiles className="queues">
      <Tile
        label={t.queuedWebhooks}
        figure={formatCount(queues.hooksWaiting)}
        note={t.webhookNote({
          hasOldest: queues.oldestHookSeconds === null ? 'no' : 'yes',
          seconds: String(Math.round(queues.oldestHookSeconds ?? 0)),
          dropped: queues.hooksDropped,
        })}
      />
      <Tile label={t.queuedEmails} figure={formatCount(queues.mailWaiting)} />
      <Tile label={t.failedEmails} figure={formatCount(queues.mailFailed)} />
      <Tile
        label={t.payoutsInProgress}
        figure={formatCount(requested + signed + broadcast)}
        note={t.payoutSteps({
          requested: formatCount(requested),
          signed: formatCount(signed),
          broadcast: formatCount(broadcast),
        })}
      />
      <Tile label={t.stuckPayouts} figure={formatCount(stuck)} />
    </Tiles>
  )
}
