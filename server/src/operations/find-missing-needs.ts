import { sql } from 'kysely'
import { type Deps, mainEngineId } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import type { AlertCondition } from './alert-condition.ts'
import type { DownEngine } from './find-down-engines.ts'

type Row = {
  hasPrice: boolean
  hasReadPrices: boolean
  isPriceOld: boolean
  hasRate: boolean
  merchants: number
  hasAdmin: boolean
  backupHours: number | null
}

/** What the platform needs besides its BTCPay Servers and lacks: a price, an explorer, right clocks, room, backups. */
export const findMissingNeeds = async (
  db: Db,
  { config, engine }: Pick<Deps, 'config' | 'engine'>,
  down: readonly DownEngine[],
): Promise<AlertCondition[]> => {
  const state = await readState(db)
  const isMainDown = down.some(({ id }) => id === mainEngineId)
  // The prices and the explorer of a sandbox are its BTCPay Server's.
  const comesFromMain = config.mode === 'sandbox' && isMainDown
  const isExplorerDown = comesFromMain || down.some(({ url }) => isSameHost(url, engine.esploraUrl))
  return [
    ...(comesFromMain || (config.mode === 'sandbox' && !state.hasRate) ? [] : describePrice(state)),
    ...(await describeChecks(db)).filter(({ kind }) => kind !== 'explorer-failing' || !isExplorerDown),
    ...(config.backupAlert ? describeBackup(state) : []),
    ...(config.mode === 'live' && !state.hasAdmin ? [adminMissing] : []),
  ]
}

const isSameHost = (url: string, other: string | undefined) =>
  other !== undefined && new URL(url).host === new URL(other).host

const adminMissing: AlertCondition = {
  kind: 'admin-missing',
  subject: '',
  title: 'There is no administrator',
  sentence: 'Nobody can sign in to approve merchants or help them. Set ADMIN_EMAIL and ADMIN_PASSWORD and start again.',
}

/** Before the first attempt to read a price, nothing is missing yet. */
const describePrice = ({ hasPrice, hasReadPrices, isPriceOld, hasRate, merchants }: Row): AlertCondition[] => {
  if (hasPrice ? !isPriceOld : !hasReadPrices) return []
  const invoices = hasRate
    ? 'New invoices use the rate of their payment server.'
    : 'BTCPay has no rate either, so invoices in dollars can’t be created.'
  return [
    {
      kind: 'price-missing',
      subject: '',
      title: 'No bitcoin price',
      sentence: `${hasPrice ? 'The last price is more than 5 minutes old' : 'No price was ever read'}, so amounts in dollars can’t be sent. ${invoices}`,
      follows: merchants > 0 ? [{ what: 'old-figures', count: merchants, amountUsd: null, since: null }] : [],
    },
  ]
}

const describeBackup = ({ backupHours }: Row): AlertCondition[] => {
  if (backupHours !== null && backupHours < 24) return []
  const age =
    backupHours === null ? 'There is no backup yet.' : `The last backup is ${Math.floor(backupHours)} hours old.`
  return [
    {
      kind: 'backup-old',
      subject: '',
      title: backupHours === null ? 'No backup' : 'The last backup is old',
      sentence: `${age} Run npm run backup every day. If you use another tool, set BACKUP_ALERT=off.`,
    },
  ]
}

type Check = { kind: keyof typeof checks; subject: string; problem: string }

const checks = {
  explorer: () => ({
    kind: 'explorer-failing',
    title: 'The block explorer isn’t responding',
    sentence:
      'Conflicting transactions are found later, and some transactions lack details. Payments work. Check ESPLORA_URL.',
  }),
  clock: ({ problem }) => ({
    kind: 'clock-off',
    title: 'A clock is wrong',
    sentence: `${problem} Two-factor codes and prices may be refused. Check its time service (NTP).`,
  }),
  disk: ({ problem }) => ({
    kind: 'disk-low',
    title: 'A disk is almost full',
    sentence: `${problem} Free some space before nothing can be saved.`,
  }),
  certificate: ({ problem, subject }) => ({
    kind: 'certificate-ending',
    title: `The certificate of ${subject} ends soon`,
    sentence: `${problem} Renew it, or that server can’t be reached.`,
  }),
} satisfies Record<string, (check: Check) => Omit<AlertCondition, 'subject'>>

/** The mail server has its own condition, with the emails that failed. */
const describeChecks = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<Check>`
    select kind, subject, problem from health_checks
    where problem is not null and kind = any (${Object.keys(checks)}) and checked_at > app_now() - interval '10 minutes'
    order by kind, subject limit 50`.execute(db)
  return rows.map((check) => ({ ...checks[check.kind](check), subject: check.subject }))
}

const readState = async (db: Db): Promise<Row> => {
  const { rows } = await sql<Row>`
    select p.at is not null as has_price, coalesce(p.at < app_now() - interval '5 minutes', false) as is_price_old,
      exists (select from worker_beats where name = 'fetch-prices' and succeeded_at is not null) as has_read_prices,
      not exists (select from engine_checks where rate_problem is not null) as has_rate,
      (select count(*)::int from stores where merchant_id is not null and standing = 'current' and status = 'ready') as merchants,
      exists (select from admins) as has_admin,
      (select (extract(epoch from app_now() - backed_up_at) / 3600)::float8 from platform) as backup_hours
    from (select max(at) as at from prices where currency = 'USD') p`.execute(db)
  const [row] = rows
  if (!row) throw new Error('no state')
  return row
}
