import { Counter, Gauge, type Registry } from 'prom-client'
import type { Db } from '../platform/db/connect.ts'
import {
  countPostings,
  listEngineFigures,
  listHealthFigures,
  listQueues,
  listWorkerFigures,
  readFigures,
  readTotals,
} from './queries.figures.ts'

/** However often someone reads, the database is asked at these intervals only. */
const defaultPauses = { figuresMs: 5000, totalsMs: 60_000 }

/** Adds what the database knows of the whole platform to the figures. Every server exports the same. */
export const exportFigures = (
  registry: Registry,
  db: Db,
  openStreams: ReadonlySet<unknown>,
  pauses = defaultPauses,
) => {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] })
  const databaseUp = gauge('bitquay_database_up', 'Whether these figures could be read from the database.')
  const streams = gauge('bitquay_event_streams_open', 'Event streams that are open in this process.')
  const queueItems = gauge('bitquay_queue_items', 'Items that wait in a queue, at most 100,000.', ['queue'])
  const queueAge = gauge('bitquay_queue_oldest_seconds', 'How long the oldest item of a queue has been due.', ['queue'])
  const sendsStuck = gauge('bitquay_sends_stuck', 'Sends that could not be carried out yet and are retried.')
  const emailsFailed = gauge('bitquay_emails_failed', 'Emails that were given up.')
  const hooksDropped = gauge(
    'bitquay_engine_hooks_dropped',
    'Webhooks of BTCPay that exceeded the limit of their store.',
  )
  const webhookLag = gauge(
    'bitquay_webhook_lag_seconds',
    'How long the latest webhook of BTCPay waited, or still waits.',
  )
  const reachable = gauge(
    'bitquay_engine_reachable',
    'Whether a BTCPay Server of the operator answered its last check.',
    ['engine'],
  )
  const synced = gauge('bitquay_engine_synced', 'Whether a BTCPay Server of the operator is synced.', ['engine'])
  const latency = gauge('bitquay_engine_latency_seconds', 'How long the last check of BTCPay took.', ['engine'])
  const priceAge = gauge('bitquay_price_age_seconds', 'Age of the bitcoin price, infinite without one.')
  const admins = gauge('bitquay_admins', 'Admins who are active.')
  const backedUp = gauge('bitquay_backup_timestamp_seconds', 'When npm run backup last wrote a backup, 0 if never.')
  const dependencyUp = gauge(
    'bitquay_dependency_up',
    'Whether the mail server or the block explorer answered its last check. Without a setting there is none.',
    ['dependency'],
  )
  const clock = gauge(
    'bitquay_clock_ahead_seconds',
    'How far a server’s clock is ahead of the database’s, or that of a BTCPay Server ahead of ours.',
    ['of'],
  )
  const diskFree = gauge('bitquay_data_dir_free_bytes', 'Free space of DATA_DIR.', ['of'])
  const diskSize = gauge('bitquay_data_dir_size_bytes', 'Size of the disk of DATA_DIR.', ['of'])
  const certificate = gauge(
    'bitquay_engine_certificate_end_timestamp_seconds',
    'When the certificate of BTCPay ends.',
    ['engine'],
  )
  const alerts = gauge('bitquay_alerts_open', 'Open alerts on the System page.')
  const findings = gauge('bitquay_audit_findings', 'Figures that did not add up in the last audit of the ledger.')
  const auditFailed = gauge('bitquay_audit_failed', 'Whether the last audit could not run to its end.')
  const audited = gauge('bitquay_audit_finished_timestamp_seconds', 'When the last audit of the ledger finished.')
  const succeeded = gauge(
    'bitquay_worker_last_success_timestamp_seconds',
    'When a worker last succeeded in any process.',
    ['worker'],
  )
  const failures = gauge('bitquay_worker_consecutive_failures', 'Failures of a worker since its last success.', [
    'worker',
  ])
  const wallet = gauge('bitquay_platform_wallet_sats', 'Balance of the platform’s wallet according to BTCPay.')
  const ledger = gauge('bitquay_platform_ledger_sats', 'Balance of the platform’s wallet according to the ledger.')
  const free = gauge('bitquay_platform_free_sats', 'What the platform’s wallet holds beyond what it owes.')
  const postings = new Counter({
    name: 'bitquay_ledger_postings_total',
    help: 'Transfers of the ledger by type, counted by each process since its figures were first read.',
    labelNames: ['kind'],
    registers: [registry],
  })

  const setQueues = async () => {
    for (const { queue, items, oldestSeconds } of await listQueues(db)) {
      queueItems.set({ queue }, items)
      queueAge.set({ queue }, oldestSeconds)
    }
  }
  const setFigures = async () => {
    const figures = await readFigures(db)
    sendsStuck.set(figures.sendsStuck)
    emailsFailed.set(figures.emailsFailed)
    webhookLag.set(figures.webhookLagSeconds)
    priceAge.set(figures.priceAgeSeconds ?? Number.POSITIVE_INFINITY)
    admins.set(figures.admins)
    backedUp.set(figures.backedUpAt ?? 0)
    alerts.set(figures.openAlerts)
    findings.set(figures.auditFindings ?? 0)
    auditFailed.set(Number(figures.auditFailed))
    audited.set(figures.auditFinishedAt ?? 0)
  }
  const setEngines = async () => {
    for (const { name: engine, ...figures } of await listEngineFigures(db)) {
      reachable.set({ engine }, Number(figures.reachable))
      synced.set({ engine }, Number(figures.synced))
      latency.set({ engine }, figures.latencySeconds ?? 0)
    }
  }
  const setHealth = async () => {
    for (const each of [dependencyUp, clock, diskFree, diskSize, certificate]) each.reset()
    for (const { kind, subject, isWell, figure, whole } of await listHealthFigures(db)) {
      if (kind === 'mail' || kind === 'explorer') dependencyUp.set({ dependency: kind }, Number(isWell))
      if (figure === null) continue
      if (kind === 'clock') clock.set({ of: subject }, figure)
      if (kind === 'certificate') certificate.set({ engine: subject }, figure)
      if (kind !== 'disk') continue
      diskFree.set({ of: subject }, figure)
      diskSize.set({ of: subject }, whole ?? 0)
    }
  }
  const setWorkers = async () => {
    for (const { name, succeededAt, failures: count } of await listWorkerFigures(db)) {
      succeeded.set({ worker: name }, succeededAt ?? 0)
      failures.set({ worker: name }, count)
    }
  }
  let countedUntil: string | undefined
  const addPostings = async () => {
    const { horizon, postings: counted } = await countPostings(db, countedUntil)
    countedUntil = horizon
    for (const { kind, count } of counted) postings.inc({ kind }, count)
  }
  const setTotals = atMostEvery(pauses.totalsMs, async () => {
    const { walletSats, ledgerSats, freeSats, hooksDropped: dropped } = await readTotals(db)
    hooksDropped.set(dropped)
    wallet.set(walletSats)
    ledger.set(ledgerSats)
    free.set(freeSats)
  })
  const read = atMostEvery(pauses.figuresMs, async () => {
    await Promise.all([setQueues(), setFigures(), setEngines(), setHealth(), setWorkers(), addPostings(), setTotals()])
  })

  return async () => {
    streams.set(openStreams.size)
    // A database that doesn't answer is a figure, too.
    await read().then(
      () => databaseUp.set(1),
      () => databaseUp.set(0),
    )
  }
}

/** Runs `work` at most once per interval. Everyone who comes in between shares its outcome. */
const atMostEvery = (ms: number, work: () => Promise<void>) => {
  let last: { at: number; outcome: Promise<void> } | undefined
  return () => {
    if (!last || performance.now() - last.at >= ms) last = { at: performance.now(), outcome: work() }
    return last.outcome
  }
}
