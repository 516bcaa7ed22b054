import type { Output } from '@bitquay/contract/call'
import type { FirstStep, getFirstSteps } from '@bitquay/contract/dashboard'
import { fromSats } from '@bitquay/contract/money'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import { planKept } from '../platform/db/kept-plans.ts'
import { saveFirstStepsDone } from '../platform/db/platform-row.ts'
import { readPlatformWallet } from './queries.system.ts'

type Steps = Output<typeof getFirstSteps>['steps']
type Measured = { isDone: boolean; subject?: string | null; count?: number | null; at?: Date | null }

/**
 * What a live platform needs before strangers pay through it, each measured from what the server has recorded. Nobody can
 * tick a step. The second factor is the reader's own, or that of any administrator.
 */
export const readFirstSteps = async (deps: Pick<Deps, 'db' | 'config' | 'engine'>, adminId?: number) => {
  const { db, config } = deps
  const state = await readState(db, adminId)
  if (config.mode === 'sandbox' || state.firstStepsDoneAt) return { isShown: false, steps: [] }
  return { isShown: true, steps: await measure(deps, state) } satisfies Output<typeof getFirstSteps>
}

/** Once everything was in place, the first steps are over for good. What fails later is an alert. */
export const recordFirstSteps = async (deps: Pick<Deps, 'db' | 'config' | 'engine'>): Promise<void> => {
  const { isShown, steps } = await readFirstSteps(deps)
  if (isShown && steps.every(({ isDone }) => isDone)) await saveFirstStepsDone(deps.db)
}

const measure = async (
  { db, config, engine }: Pick<Deps, 'db' | 'config' | 'engine'>,
  state: State,
): Promise<Steps> => {
  const { balanceSats, freeSats, ready } = await readPlatformWallet(db)
  const publicUrl = new URL(config.publicUrl)
  const measured: Record<FirstStep, Measured> = {
    'two-factor': { isDone: state.hasTwoFactor, at: state.twoFactorAt },
    'second-admin': { isDone: state.admins >= 2, count: state.admins },
    email: {
      isDone: config.smtpUrl !== undefined && state.isMailChecked && state.mailProblem === null,
      subject: config.smtpUrl === undefined ? null : (state.mailProblem ?? hostOf(config.smtpUrl)),
      count: state.emailsWaiting,
    },
    wallet: { isDone: ready && balanceSats > 0n && freeSats >= 0n, subject: fromSats(balanceSats) },
    price: { isDone: state.isPriceFresh, subject: state.priceSource, at: state.priceAt },
    btcpay: { isDone: state.isEngineReady, subject: hostOf(engine.url), count: state.latencyMs },
    explorer: {
      isDone: config.esploraUrl !== undefined && state.isExplorerWell,
      subject: config.esploraUrl === undefined ? null : hostOf(config.esploraUrl),
      count: state.height,
    },
    backup: { isDone: !config.backupAlert || state.isBackupFresh, at: config.backupAlert ? state.backedUpAt : null },
    'public-address': {
      isDone: publicUrl.protocol === 'https:' && !isLocal(publicUrl.hostname),
      subject: publicUrl.host,
    },
    'test-payment': { isDone: state.firstPaymentAt !== null, at: state.firstPaymentAt },
  }
  return Object.entries(measured).map(([step, { isDone, subject, count, at }]) => ({
    step: step as FirstStep,
    isDone,
    subject: subject ?? null,
    count: count ?? null,
    at: at?.toISOString() ?? null,
  }))
}

const hostOf = (url: string) => new URL(url).host

/** Nobody else can open an address of this machine or of a private network's name. */
const isLocal = (host: string) => host === 'localhost' || /^(127|10)\.|^192\.168\.|^\[|\.local$/.test(host)

type State = {
  firstStepsDoneAt: Date | null
  hasTwoFactor: boolean
  twoFactorAt: Date | null
  admins: number
  isMailChecked: boolean
  mailProblem: string | null
  emailsWaiting: number
  isPriceFresh: boolean
  priceSource: string | null
  priceAt: Date | null
  isEngineReady: boolean
  latencyMs: number | null
  height: number | null
  isExplorerWell: boolean
  isBackupFresh: boolean
  backedUpAt: Date | null
  firstPaymentAt: Date | null
}

const readState = async (db: Db, adminId: number | undefined): Promise<State> => {
  const isReader = adminId === undefined ? sql`true` : sql`id = ${adminId}`
  const { rows } = await sql<State>`${planKept}
    select p.first_steps_done_at, p.backed_up_at, coalesce(p.backed_up_at > app_now() - interval '24 hours', false) as is_backup_fresh,
      a.has_two_factor, a.two_factor_at,
      -- Who was invited and has no password yet can't help anybody.
      (select count(*)::int from admins where is_active and erased_at is null and password_hash is not null) as admins,
      m.checked_at is not null as is_mail_checked, m.problem as mail_problem,
      (select count(*)::int from mail_outbox where status in ('waiting', 'kept')) as emails_waiting,
      coalesce(r.at > app_now() - interval '5 minutes', false) as is_price_fresh, r.source as price_source, r.at as price_at,
      coalesce(c.reachable and c.synced and c.rate_problem is null and c.checked_at > app_now() - interval '1 minute', false)
        as is_engine_ready,
      c.latency_ms, c.height,
      exists (select from health_checks where kind = 'explorer' and problem is null
        and checked_at > app_now() - interval '10 minutes') as is_explorer_well,
      (select min(confirmed_at) from transactions
        where booked and type = 'incoming' and purpose = 'invoice' and status = 'confirmed') as first_payment_at
    from platform p
      cross join lateral (
        select coalesce(bool_or(two_factor_enabled), false) as has_two_factor,
          max(two_factor_changed_at) filter (where two_factor_enabled) as two_factor_at
        from admins where is_active and ${isReader}
      ) a
      left join lateral (
        select problem, checked_at from health_checks where kind = 'mail' and checked_at > app_now() - interval '10 minutes'
      ) m on true
      left join lateral (select at, source from prices where currency = 'USD' order by at desc limit 1) r on true
      left join engine_checks c on true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('the platform has no row')
  return row
}
