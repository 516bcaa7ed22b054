import { formatAge } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import type { System } from './use-system.ts'

const states = {
  well: { shape: 'solid', word: 'Well' },
  failing: { shape: 'dashed', word: 'Failing' },
  stuck: { shape: 'crossed', word: 'Stuck' },
} as const

/** What time does, and when it last did. */
export const WorkersCard = ({ workers }: { workers: System['workers'] }) => (
  <Card title="Workers" note={`${workers.length}`} bare aria-label="Workers">
    {workers.length === 0 ? (
      <p className="pad small quiet">No worker has run yet.</p>
    ) : (
      <Table caption="Workers" phone="blocks" rows={workers} keyOf={({ name }) => name} columns={columns} />
    )}
  </Card>
)

const columns: Parameters<typeof Table<System['workers'][number]>>[0]['columns'] = [
  { head: 'Worker', cell: ({ name }) => <span className="mono small">{name}</span> },
  { head: 'State', cell: ({ state }) => <Badge shape={states[state].shape}>{states[state].word}</Badge> },
  { head: 'Last run', cell: ({ lastStartedAt }) => <Ago at={lastStartedAt} /> },
  {
    head: 'Last success',
    cell: ({ lastSucceededAt }) => (lastSucceededAt ? <Ago at={lastSucceededAt} /> : 'never'),
  },
  {
    head: 'Problem',
    cell: ({ failures, lastError }) =>
      failures === 0 ? (
        <span className="quiet">none</span>
      ) : (
        <span className="problem" title={lastError ?? undefined}>
          {failures}×: {lastError}
        </span>
      ),
  },
]

const Ago = ({ at }: { at: string }) => `${formatAge(at, useNow(5000))} ago`
