import { firstPriceUsd } from '@bitquay/contract/balances'
import type { Output } from '@bitquay/contract/call'
import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import type { getSystem } from '@bitquay/contract/system'
import { sql } from 'kysely'
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
export const readSystem = async (db: Db, of: { version: string; engineUrl: string }): Promise<System> => {
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
    version: of.version,
    withdrawalsPaused: state.paused,
    alerts,
    engine: {
      url: of.engineUrl,
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
      freeUsd: wallet.toUsd(wallet.freeSats),
      ready: wallet.ready,
      fundingAddress: state.fundingAddress,
    },
    audit: audit ?? null,
  }
}

type State = {
  now: Date
  paused: boolean
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
}

const readState = async (db: Db): Promise<State> => {
  const { rows } = await sql<State>`
    select app_now() as now, p.withdrawals_paused as paused, p.funding_address,
      coalesce(c.reachable and c.checked_at > app_now() - interval '30 seconds', false) as reachable,
      coalesce(c.synced and c.checked_at > app_now() - interval '30 seconds', false) as synced,
      c.latency_ms, c.height, c.checked_at, c.rate_problem,
      current_setting('server_version') as database_version, pg_database_size(current_database()) as size_bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      (select name from migrations order by name desc limit 1) as migration
    from platform p left join engine_checks c on true`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('the platform has no row')
  return row
}

const listOpenAlerts = async (db: Db): Promise<System['alerts']> => {
  const { rows } = await sql<Omit<System['alerts'][number], 'since'> & { since: Date }>`
    select id, kind, subject, sentence, since from alerts where over_at is null order by id desc`.execute(db)
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }))
}

/** What the platform's own wallet holds, compared with what it owes to others. */
export const readPlatformWallet = async (db: Db) => {
  const { rows } = await sql<{
    ready: boolean
    balanceSats: bigint
    owedSats: bigint
    payableSats: bigint
    price: string | null
  }>`
    select coalesce((select status = 'ready' and synced_at is not null from stores where merchant_id is null), false) as ready,
      coalesce((select balance_sats from stores where merchant_id is null), 0) as balance_sats,
      (select coalesce(sum(balance_sats + held_sats), 0)::bigint from partner_figures) as owed_sats,
      (select coalesce(sum(b.balance_sats), 0)::bigint from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.kind = 'loop-out-payable') as payable_sats,
      (select price from prices where currency = 'USD' order by at desc limit 1) as price`.execute(db)
  const row = rows[0]
  if (!row) throw new Error('no wallet')
  const priceCents = toCents(row.price ?? firstPriceUsd)
  return {
    ...row,
    freeSats: row.balanceSats - row.owedSats - row.payableSats,
    toUsd: (sats: bigint) => fromCents(centsOfSats(sats, priceCents)),
  }
}
