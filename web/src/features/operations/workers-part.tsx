import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge, Block } from '../../ui/badge.tsx'
import { Table } from '../../ui/table.tsx'
import { areWorkersHealthy } from './health.ts'
import * as t from './messages.ts'
import { SystemPart } from './system-part.tsx'
import type { System } from './use-system.ts'

const states = {
  well: { shape: 'solid', word: t.healthy },
  failing: { shape: 'dashed', word: t.failing },
  stuck: { shape: 'crossed', word: t.stuck },
} as const

export const WorkersPart = ({ workers }: { workers: System['workers'] }) => (
  <SystemPart
    title={t.workers}
    isHealthy={areWorkersHealthy(workers)}
    note={
      <Badge shape="crossed">{t.failingCount({ count: workers.filter(({ state }) => state !== 'well').length })}</Badge>
    }
    line={
      <span className="blocks flex wraps">
        {workers.map(({ name }) => (
          <Block key={name} shape="solid" />
        ))}
        <span className="sr-only">{t.workersRun({ count: workers.length })}</span>
      </span>
    }
    bare
  >
    {workers.length === 0 ? (
      <p className="pad small quiet">{t.noWorkers}</p>
    ) : (
      <Table caption={t.workers} phone="blocks" rows={workers} keyOf={({ name }) => name} columns={columns} />
    )}
  </SystemPart>
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
        <span className="problem text-bad breaks" title={lastError ?? undefined}>
          {t.repeatedProblem({ count: String(failures), problem: lastError ?? '' })}
        </span>
      ),
  },
]

const Ago = ({ at }: { at: string }) => formatAgo(at, useNow(5000))
