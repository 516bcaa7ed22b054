import { formatCount } from '../../lib/format-number.ts'
import { Tile, Tiles } from '../../ui/tile.tsx'
import type { System } from './use-system.ts'

/** What waits to be done. */
export const QueuesCard = ({ queues }: { queues: System['queues'] }) => (
  <Tiles className="queues">
    <Tile label="Engine hooks waiting" figure={formatCount(queues.hooksWaiting)} note={describeHooks(queues)} />
    <Tile label="Mail waiting" figure={formatCount(queues.mailWaiting)} />
    <Tile label="Mail failed" figure={formatCount(queues.mailFailed)} />
    <Tile
      label="Sends on their way"
      figure={formatCount(queues.sends.requested + queues.sends.signed + queues.sends.broadcast)}
      note={`${queues.sends.requested} requested, ${queues.sends.signed} signed, ${queues.sends.broadcast} broadcast`}
    />
    <Tile label="Sends with a problem" figure={formatCount(queues.sends.stuck)} />
  </Tiles>
)

const describeHooks = ({ oldestHookSeconds, hooksDropped }: System['queues']) =>
  [
    ...(oldestHookSeconds === null ? [] : [`oldest ${Math.round(oldestHookSeconds)} s`]),
    ...(hooksDropped === 0 ? [] : [`${formatCount(hooksDropped)} not kept`]),
  ].join(', ')
