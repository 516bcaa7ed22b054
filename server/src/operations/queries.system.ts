import { firstPriceUsd } from '@bitquay/contract/balances'
import type { Output } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { alertKinds } from '@bitquay/contract/notifications'
import type { getSystem } from '@bitquay/contract/operations'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { type Deps, mainEngineId } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { findAudit } from './queries.audit.ts'
import { listEngines } from './queries.engines.ts'
import {
  listFailedMail,
  listRefusedInvoices,
  listStuckSends,
  listWorkers,
  readReconciliation,
} from './queries.parts.ts'
import { countQueues, readQueueHistory } from './queries.queues.ts'

type System = Output<typeof getSystem>

/** How the platform runs, for operators. */
export const readSystem = async ({
  db,
  config,
  engine,
  version,
}: Pick<Deps, 'db' | 'config' | 'engine' | 'version'>) => {
  const [
    state,
    queues,
    queueHistory,
    alerts,
    workers,
    failedMail,
    stuckSends,
    reconciliation,
    wallet,
    audit,
    refusedInvoices,
    engines,
  ] = await Promise.all([
    readState(db),
    countQueues(db),
    readQueueHistory(db),
    listOpenAlerts(db),
    listWorkers(db),
    listFailedMail(db),
    listStuckSends(db),
    readReconciliation(db),
    readPlatformWallet(db),
    findAudit(db),
    listRefusedInvoices(db),
    listEngines(db),
  ])
  return {
    at: state.now.toISOString(),
    version,
    withdrawalsPaused: state.paused,
    restoreUnderReview: state.underReview,
    alerts,
    missingSettings: listMissingSettings(config),
    price: {
      usd: state.priceUsd,
      at: state.priceAt?.toISOString() ?? null,
      isStale: state.isPriceStale,
      source: state.priceSource,
    },
    backup: { at: state.backedUpAt?.toISOString() ?? null, isWatched: config.backupAlert },
    engine: {
      url: engine.url,
      reachable: state.reachable,
      synced: state.synced,
      latencyMs: state.latencyMs,
      height: state.height,
      checkedAt: state.checkedAt?.toISOString() ?? null,
      rateProblem: state.rateProblem,
    },
    engines,
    refusedInvoices,
    database: {
      version: state.databaseVersion,
      sizeBytes: Number(state.sizeBytes),
      connections: Number(state.connections),
      migration: state.migration,
    },
    workers,
    queues,
    queueHistory,
    failedMail,
    stuckSends,
    reconciliation,
    wallet: {
      btc: fromSats(wallet.balanceSats),
      usd: wallet.toUsd(wallet.balanceSats),
      owedToPartnersBtc: fromSats(wallet.owedSats),
      loopOutPayableBtc: fromSats(wallet.payableSats),
      freeBtc: fromSats(wallet.freeSats),
      freeUsd: wallet.freeUsd,
      ready: wallet.ready,
      fundingAddress: state.fundingAddress,
    },
    audit: audit ?? null,
  } satisfies System
}

/** The sandbox keeps emails in its own mailbox and has an explorer. */
const listMissingSettings = ({ mode, smtpUrl, esploraUrl }: Config): System['missingSettings'] => {
  if (mode === 'sandbox') return []
  return [...(smtpUrl ? [] : ['SMTP_URL' as const]), ...(esploraUrl ? [] : ['ESPLORA_URL' as const])]
}

type State = {
  now: Date
  paused: boolean
  underReview: boolean
  fundingAddress: string | null
  reachable: boolean
  synced: boolean
  latencyMs: number | null
  height: number | null
  checkedAt: Date | null
  rateProblem: string | null
  databaseVersion: string
  sizeBytes: bigint
  connections: bigint
  migration: string
  backedUpAt: Date | null
  priceUsd: string | null
  priceAt: Date | null
  priceSource: string | null
  isPriceStale: boolean
}

const readState = async (db: Db): Promise<State> => {
  const { rows } = await sql<State>`
    select app_now() as now, p.withdrawals_paused as paused,
      exists (select from restores where finished_at is null) as under_review, p.funding_address,
      coalesce(c.reachable and c.checked_at > app_now() - interval '30 seconds', false) as reachable,
      coalesce(c.synced and c.checked_at > app_now() - interval '30 seconds', false) as synced,
      c.latency_ms, c.height, c.checked_at, c.rate_problem, p.backed_up_at,
      price.price as price_usd, price.at as price_at, price.source as price_source,
      coalesce(price.at < app_now() - interval '5 minutes', true) as is_price_stale,
      current_setting('server_version') as database_version, pg_database_size(current_database()) as size_bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      (select name from migrations order by name desc limit 1) as migration
    from platform p left join engine_checks c on true
      left join lateral (select price, at, source from prices where currency = 'USD' order by at desc limit 1) price on true`.execute(
    db,
  )
  const row = rows[0]
  if (!row) throw new Error('the platform has no row')
  return row
}

type OpenAlert = Omit<System['alerts'][number], 'since' | 'toldAt' | 'firstFailureAt'> & {
  since: Date
  toldAt: Date | null
  firstFailureAt: Date | null
}

/** Causes first, and the oldest first among the same kind. */
export const listOpenAlerts = async (db: Db): Promise<System['alerts']> => {
  const { rows } = await sql<OpenAlert>`
    select a.id, a.kind, a.subject, a.title, a.sentence, a.follows, a.since, a.told_at,
      (select min(minute) from engine_minutes where engine_id = e.id and failures > 0
        and minute between a.since - interval '10 minutes' and a.since) as first_failure_at,
      (select coalesce(jsonb_agg(jsonb_build_object('merchantId', m.id, 'storeName', m.store_name)), '[]') from (
        select m.id, m.store_name from stores s join merchants m on m.id = s.merchant_id
        where s.engine_id = e.id and s.standing = 'current' and s.status = 'ready' order by lower(m.store_name), m.id limit 100
      ) m) as affected
    from alerts a left join engines e on a.kind = 'engine-down' and a.subject = case when e.id = ${mainEngineId} then '' else e.name end
    where a.over_at is null
    order by array_position(${[...alertKinds]}::text[], a.kind), a.id`.execute(db)
  return rows.map((row) => ({
    ...row,
    since: row.since.toISOString(),
    toldAt: row.toldAt?.toISOString() ?? null,
    firstFailureAt: row.firstFailureAt?.toISOString() ?? null,
  }))
}

/** What the platform's own wallet holds, compared with what it owes to others. */
export const readPlatformWallet = async (db: Db) => {
  const { rows } = await sql<{
    ready: boolean
    balanceSats: bigint
    owedSats: bigint
    payableSats: bigint
    stuckSends: number
    syncedAt: Date | null
    price: string | null
  }>`
    select coalesce((select status = 'ready' and synced_at is not null from stores where merchant_id is null), false) as ready,
      coalesce((select balance_sats from stores where merchant_id is null), 0) as balance_sats,
      (select synced_at from stores where merchant_id is null) as synced_at,
      (select coalesce(sum(balance_sats + held_sats), 0)::bigint from partner_figures) as owed_sats,
      (select coalesce(sum(b.balance_sats), 0)::bigint from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.kind = 'loop-out-payable') as payable_sats,
      (select count(*)::int from sends d join stores s on s.id = d.store_ref
        where d.final_at is null and d.problem is not null and s.merchant_id is null) as stuck_sends,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('no wallet')
  const priceCents = toCents(row.price ?? firstPriceUsd)
  const { balanceSats, owedSats, payableSats } = row
  const centsOf = (sats: bigint) => centsOfSats(sats, priceCents)
  return {
    ...row,
    freeSats: balanceSats - owedSats - payableSats,
    // From the cents of its parts, so that they add up where all of them are shown.
    freeUsd: fromCents(centsOf(balanceSats) - centsOf(owedSats) - centsOf(payableSats)),
    toUsd: (sats: bigint) => fromCents(centsOf(sats)),
  }
}
