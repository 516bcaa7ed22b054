import { formatAge } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Table } from '../../ui/table.tsx'
import * as t from './messages.ts'
import type { System } from './use-system.ts'

const states = {
  well: { shape: 'solid', word: t.healthy },
  failing: { shape: 'dashed', word: t.failing },
  stuck: { shape: 'crossed', word: t.stuck },
} as const

export const WorkersCard = ({ workers }: { workers: System['workers'] }) => (
  <Card title={t.workers} note={String(workers.length)} bare aria-label={t.workers}>
    {workers.length === 0 ? (
      <p className="pad small quiet">{t.noWorkers}</p>
    ) : (
      <Table caption={t.workers} phone="blocks" rows={workers} keyOf={({ name }) => name} columns={columns} />
    )}
  </Card>
)

const columns: Parameters<typeof Table<System['workers'][number]>>[0]['columns'] = [
  { head: t.worker, cell: ({ name }) => <span className="mono small">{name}</span> },
  { head: t.status, cell: ({ state }) => <Badge shape={states[state].shape}>{states[state].word}</Badge> },
  { head: t.lastRun, cell: ({ lastStartedAt }) => <Ago at={lastStartedAt} /> },
  {
    head: t.lastSuccess,
    cell: ({ lastSucceededAt }) => (lastSucceededAt ? <Ago at={lastSucceededAt} /> : t.never),
  },
  {
    head: t.problem,
    cell: ({ failures, lastError }) =>
      failures === 0 ? (
        <span className="quiet">{t.none}</span>
      ) : (
        <span className="problem" title={lastError ?? undefined}>
          {t.repeatedProblem({ count: String(failures), problem: lastError ?? '' })}
        </span>
      ),
  },
]

const Ago = ({ at }: { at: string }) => t.ago({ age: formatAge(at, useNow(5000)) })
