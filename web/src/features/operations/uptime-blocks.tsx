import { formatCount } from '../../lib/format-number.ts'
import * as t from './messages.ts'
import type { System } from './use-system.ts'
import '../../ui/days.css'
import './outage-card.css'

type Engine = System['engines'][number]

const words = { up: t.uptimeUp, partly: t.uptimePartly, down: t.uptimeDown, 'no-data': t.uptimeNoData }

/** The last 24 hours of a server on the quay line. A server that is down now is down in the last part. */
export const UptimeBlocks = ({ engine: { name, uptime, reachable } }: { engine: Engine }) => {
  const states = uptime.map((state, index) => (!reachable && index === uptime.length - 1 ? 'down' : state))
  const problems = states.filter((state) => state === 'partly' || state === 'down').length
  return (
    <div className="uptime days flex at-bottom" role="img" aria-label={t.uptimeLabel({ name, problems })}>
      {states.map((state, index) => (
        // The parts have a fixed order and number.
        <i
          key={uptime.length - index}
          className={`day ${state === 'partly' ? 'degraded' : state}`}
          title={words[state]({ hours: formatCount((uptime.length - index) * 2) })}
        />
      ))}
    </div>
  )
}
