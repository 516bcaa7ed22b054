import { formatActivity, formatAgo } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { useNow } from '../../lib/use-now.ts'
import { Badge } from '../../ui/badge.tsx'
import { Sums } from '../../ui/card.tsx'
import { formatUsd } from '../../ui/money-text.ts'
import { Table } from '../../ui/table.tsx'
import { areServersHealthy, isBackupHealthy, isServerHealthy } from './health.ts'
import * as t from './messages.ts'
import { SystemPart } from './system-part.tsx'
import { UptimeBlocks } from './uptime-blocks.tsx'
import type { System } from './use-system.ts'

export const PaymentServerPart = ({ system: { engine, engines } }: { system: System }) => {
  const now = useNow()
  const height = engine.height === null ? '—' : formatCount(engine.height)
  const [main] = engines
  const latency = engine.latencyMs === null ? '—' : t.milliseconds({ count: engine.latencyMs })
  return (
    <SystemPart
      title={t.paymentServer}
      isHealthy={isServerHealthy(engine)}
      note={
        <Badge shape={engine.reachable ? (engine.synced ? 'solid' : 'dashed') : 'crossed'}>
          {engine.reachable ? (engine.synced ? t.synced : t.syncing) : t.offline}
        </Badge>
      }
      line={t.serverLine({ height, latency })}
    >
      <Sums
        rows={[
          { name: t.address, value: <span className="mono small">{engine.url}</span> },
          { name: t.responseTime, value: latency },
          { name: t.blockHeight, value: height },
          { name: t.rateSource, value: describeRate(engine) },
          ...(main ? [{ name: t.uptime, value: <UptimeBlocks engine={main} /> }] : []),
          {
            name: t.lastChecked,
            value: engine.checkedAt ? formatAgo(engine.checkedAt, now) : t.never,
          },
        ]}
      />
      {engine.rateProblem !== null && (
        <pre className="engine-words mono small text-bad breaks mt-2 as-typed">{engine.rateProblem}</pre>
      )}
    </SystemPart>
  )
}

/** A server that is down can't say whether it has a rate. */
const describeRate = ({ reachable, rateProblem }: System['engine']) =>
  rateProblem !== null ? t.noPrice : reachable ? t.working : t.unknown

/** The price that dollar amounts are sent at, and where it comes from. */
export const PricePart = ({ price: { usd, at, isStale, source } }: { price: System['price'] }) => {
  const now = useNow()
  const age = at === null ? t.never : formatAgo(at, now)
  const price = usd === null ? '—' : formatUsd(usd)
  return (
    <SystemPart
      title={t.prices}
      isHealthy={!isStale}
      note={<Badge shape="crossed">{t.noPrice}</Badge>}
      line={t.priceLine({ price, age, source: source ?? '—' })}
    >
      <Sums
        rows={[
          { name: t.lastRead, value: age },
          { name: t.perBitcoin, value: price },
          { name: t.sources, value: source ?? '—' },
        ]}
      />
    </SystemPart>
  )
}

/** When `npm run backup` last wrote a backup. */
export const BackupPart = ({ system }: { system: System }) => {
  const { at } = system.backup
  const now = useNow(60_000)
  const when = at === null ? t.never : formatActivity(at, now)
  return (
    <SystemPart
      title={t.backup}
      isHealthy={isBackupHealthy(system)}
      note={<Badge shape="crossed">{t.old}</Badge>}
      line={when}
    >
      <Sums rows={[{ name: t.lastBackup, value: when }]} />
    </SystemPart>
  )
}

const circuits = { closed: t.circuitClosed, 'half-open': t.circuitHalfOpen, open: t.circuitOpen } as const

/** Every payment server, if there are several. */
export const PaymentServersPart = ({ engines }: { engines: System['engines'] }) => (
  <SystemPart
    title={t.paymentServers}
    isHealthy={areServersHealthy(engines)}
    note={noteOf(engines)}
    line={t.serversRun({ count: engines.length })}
    bare
  >
    <Table caption={t.paymentServers} phone="blocks" rows={engines} keyOf={({ id }) => id} columns={engineColumns} />
  </SystemPart>
)

/** What is worst, and how many servers it concerns. */
const noteOf = (engines: System['engines']) => {
  const offline = engines.filter(({ reachable }) => !reachable).length
  if (offline > 0) return <Badge shape="crossed">{t.offlineCount({ count: offline })}</Badge>
  const syncing = engines.filter(({ synced }) => !synced).length
  if (syncing > 0) return <Badge shape="dashed">{t.syncingCount({ count: syncing })}</Badge>
  return (
    <Badge shape="dashed">
      {t.pausedCount({ count: engines.filter(({ circuit }) => circuit !== 'closed').length })}
    </Badge>
  )
}

const engineColumns: Parameters<typeof Table<System['engines'][number]>>[0]['columns'] = [
  {
    head: t.server,
    cell: ({ name, url }) => (
      <>
        {name}
        <br />
        <span className="mono small quiet">{url}</span>
      </>
    ),
  },
  {
    head: t.status,
    cell: ({ reachable, synced }) => (
      <Badge shape={reachable ? (synced ? 'solid' : 'dashed') : 'crossed'}>
        {reachable ? (synced ? t.synced : t.syncing) : t.offline}
      </Badge>
    ),
  },
  { head: t.circuit, cell: ({ circuit }) => circuits[circuit] },
  {
    head: t.merchants,
    cell: ({ merchants, capacity }) =>
      capacity === null
        ? formatCount(merchants)
        : t.ofCapacity({ count: formatCount(merchants), capacity: formatCount(capacity) }),
  },
  {
    head: t.responseTime,
    cell: ({ latencyMs }) => (latencyMs === null ? '—' : t.milliseconds({ count: latencyMs })),
  },
  { head: t.uptime, cell: (engine) => <UptimeBlocks engine={engine} /> },
  {
    head: t.requestsLastHour,
    cell: ({ requests, failures, rejected }) =>
      failures + rejected === 0
        ? formatCount(requests)
        : t.requestsFailed({ count: formatCount(requests), failed: formatCount(failures + rejected) }),
  },
]

/** Without the database there would be no answer, so it is healthy whenever it is shown. */
export const DatabasePart = ({ system: { database, version } }: { system: System }) => {
  const [size, connections] = [sizeOf(database.sizeBytes), formatCount(database.connections)]
  return (
    <SystemPart
      title={t.database}
      isHealthy
      note={null}
      line={t.databaseLine({ version: database.version, size, connections })}
    >
      <Sums
        rows={[
          { name: t.postgres, value: database.version },
          { name: t.size, value: size },
          { name: t.connections, value: connections },
          { name: t.version, value: version },
        ]}
      />
    </SystemPart>
  )
}

const sizeOf = (bytes: number) => {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${(bytes / 1000 ** power).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${units[power]}`
}
