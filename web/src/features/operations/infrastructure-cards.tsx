import { formatAge } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

/** The payment server and the database. */
export const InfrastructureCards = ({ system }: { system: System }) => {
  const now = useNow()
  const { engine, database } = system
  return (
    <>
      <Card
        title={t.paymentServer}
        note={
          <Badge shape={engine.reachable ? (engine.synced ? 'solid' : 'dashed') : 'crossed'}>
            {engine.reachable ? (engine.synced ? t.synced : t.syncing) : t.offline}
          </Badge>
        }
        span={6}
        aria-label={t.paymentServer}
      >
        <Sums
          rows={[
            { name: t.address, value: <span className="mono small">{engine.url}</span> },
            {
              name: t.responseTime,
              value: engine.latencyMs === null ? '—' : t.milliseconds({ count: engine.latencyMs }),
            },
            { name: t.blockHeight, value: engine.height === null ? '—' : formatCount(engine.height) },
            { name: t.rateSource, value: engine.rateProblem === null ? t.working : t.noPrice },
            {
              name: t.lastChecked,
              value: engine.checkedAt ? t.ago({ age: formatAge(engine.checkedAt, now) }) : t.never,
            },
          ]}
        />
        {engine.rateProblem !== null && <pre className="engine-words mono small">{engine.rateProblem}</pre>}
      </Card>
      <Card title={t.database} note={<Badge shape="solid">{t.connected}</Badge>} span={6} aria-label={t.database}>
        <Sums
          rows={[
            { name: t.postgres, value: database.version },
            { name: t.size, value: sizeOf(database.sizeBytes) },
            { name: t.connections, value: formatCount(database.connections) },
            { name: t.version, value: system.version },
          ]}
        />
      </Card>
    </>
  )
}

const sizeOf = (bytes: number) => {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** power).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[power]}`
}
