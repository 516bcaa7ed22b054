import { formatAge } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, Sums } from '../../ui/card.tsx'
import type { System } from './use-system.ts'

/** Engine and database. */
export const MachineryCards = ({ system }: { system: System }) => {
  const now = useNow()
  const { engine, database } = system
  return (
    <>
      <Card
        title="Payment server"
        note={
          <Badge shape={engine.reachable ? (engine.synced ? 'solid' : 'dashed') : 'crossed'}>
            {engine.reachable ? (engine.synced ? 'Synced' : 'Syncing') : 'Not reachable'}
          </Badge>
        }
        span={6}
        aria-label="Payment server"
      >
        <Sums
          rows={[
            { name: 'Address', value: <span className="mono small">{engine.url}</span> },
            { name: 'Answers in', value: engine.latencyMs === null ? '—' : `${formatCount(engine.latencyMs)} ms` },
            { name: 'Block height', value: engine.height === null ? '—' : formatCount(engine.height) },
            { name: 'Rate source', value: engine.rateProblem === null ? 'Working' : 'No bitcoin price' },
            { name: 'Asked', value: engine.checkedAt ? `${formatAge(engine.checkedAt, now)} ago` : 'never' },
          ]}
        />
        {engine.rateProblem !== null && <pre className="engine-words mono small">{engine.rateProblem}</pre>}
      </Card>
      <Card title="Database" note={<Badge shape="solid">Answers</Badge>} span={6} aria-label="Database">
        <Sums
          rows={[
            { name: 'PostgreSQL', value: database.version },
            { name: 'Size', value: sizeOf(database.sizeBytes) },
            { name: 'Connections', value: formatCount(database.connections) },
            { name: 'Bitquay', value: system.version },
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
