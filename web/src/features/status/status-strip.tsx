import { Boxes, type LucideIcon, PlugZap, Server } from 'lucide-react'
import { useNow } from '../../lib/use-now.ts'
import { HealthMark } from '../../ui/sidebar.tsx'
import { describeGateway, describeNetwork, describeSystem, type Reading } from './describe-status.ts'
import * as t from './messages.ts'
import './status-strip.css'
import { type Status, useStatus } from './use-status.ts'

const parts: { icon: LucideIcon; name: string; describe: (status: Status, now: Date) => Reading }[] = [
  { icon: Server, name: t.system, describe: describeSystem },
  { icon: Boxes, name: t.network, describe: describeNetwork },
  { icon: PlugZap, name: t.gateway, describe: describeGateway },
]

/** System, network and gateway in one line. */
export const StatusStrip = () => {
  const { data: status, isError } = useStatus()
  const now = useNow()
  return (
    <ul className="card status-strip stack columns-3 phone-single parted" aria-label={t.status}>
      {parts.map(({ icon: Icon, name, describe }) => {
        const reading = status && !isError ? describe(status, now) : isError ? unreachable : undefined
        return (
          <li className="stack middle auto-rest-auto gap-3" key={name}>
            <Icon className="ico muted" aria-hidden="true" />
            <div>
              <div className="strong">{name}</div>
              <div className="small quiet">{reading?.detail ?? '\u00a0'}</div>
            </div>
            {reading && (
              <span className={`state inline-row small medium text-${reading.health}`}>
                <HealthMark health={reading.health} />
                {reading.state}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const unreachable: Reading = { health: 'bad', state: t.notConnected, detail: t.serverUnreachable }
