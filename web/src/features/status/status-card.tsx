import { Boxes, type LucideIcon, PlugZap, Server } from 'lucide-react'
import { useNow } from '../../lib/use-now.ts'
import { Card } from '../../ui/card.tsx'
import { HealthMark } from '../../ui/sidebar.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { describeGateway, describeNetwork, describeSystem, type Reading } from './describe-status.ts'
import * as t from './messages.ts'
import { useStatus } from './use-status.ts'
import './status-card.css'

type StatusCardProps = { span?: 4 | 5 | 12; title?: string }

/** System, network and gateway as they are now; three columns where there is room. */
export const StatusCard = ({ span = 12, title = t.status }: StatusCardProps) => {
  const { data: status, isError, isPending } = useStatus()
  const now = useNow()
  const unreachable: Reading = { health: 'bad', state: t.notConnected, detail: t.serverUnreachable }
  return (
    <Card title={title} note={isError ? t.notLive : t.live} span={span} bare>
      {isPending ? (
        <div className="pad">
          <SkeletonLines lines={3} />
        </div>
      ) : (
        <ul className={span === 12 ? 'rows stat stat--wide' : 'rows stat'}>
          <Line
            icon={Server}
            name={t.system}
            reading={status && !isError ? describeSystem(status, now) : unreachable}
          />
          <Line
            icon={Boxes}
            name={t.network}
            reading={status && !isError ? describeNetwork(status, now) : unreachable}
          />
          <Line
            icon={PlugZap}
            name={t.gateway}
            reading={status && !isError ? describeGateway(status, now) : unreachable}
          />
        </ul>
      )}
    </Card>
  )
}

const Line = ({ icon: Icon, name, reading }: { icon: LucideIcon; name: string; reading: Reading }) => (
  <li>
    <Icon className="ico" aria-hidden="true" />
    <div>
      <div className="strong">{name}</div>
      <div className={`state ${reading.health}`}>
        <HealthMark health={reading.health} />
        {reading.state}
      </div>
      <div className="small muted">{reading.detail}</div>
    </div>
  </li>
)
