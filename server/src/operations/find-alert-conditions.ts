import { fromSats } from '@bitquay/contract/money'
import type { alertKinds } from '@bitquay/contract/notifications'
import { sql } from 'kysely'
import type { Db } from '../platform/db/connect.ts'
import { listStuckSends, listWorkers } from './queries.parts.ts'
import { readPlatformWallet } from './queries.system.ts'

export type AlertCondition = { kind: (typeof alertKinds)[number]; subject: string; sentence: string }

/** What an operator should look at now. Conditions that are over are not in the list. */
export const findAlertConditions = async (db: Db): Promise<AlertCondition[]> => {
  const conditions = await Promise.all([
    findWalletLow(db),
    findUncleanAudit(db),
    findStuckWorkers(db),
    findFailingMail(db),
    findEngineDown(db),
    findOtherEnginesDown(db),
    findFullEngines(db),
    findMissingRate(db),
    findStuckSends(db),
    findUnreadStores(db),
    findUnknownInvoices(db),
    findFailingWork(db),
    findReportedPages(db),
  ])
  return conditions.flat()
}

const findWalletLow = async (db: Db): Promise<AlertCondition[]> => {
  const { ready, balanceSats, owedSats, payableSats, freeSats } = await readPlatformWallet(db)
  if (!ready || freeSats >= 0n) return []
  const sentence = `The platform wallet holds ${fromSats(balanceSats)} BTC, which doesn’t cover what it owes: ${fromSats(owedSats)} BTC to partners and ${fromSats(payableSats)} BTC for loop-outs.`
  return [{ kind: 'wallet-low', subject: '', sentence }]
}

const findUncleanAudit = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ findings: number; failure: string | null }>`
    select jsonb_array_length(findings) as findings, failure from audit_runs
    where finished_at is not null order by id desc limit 1`.execute(db)
  const last = rows[0]
  if (!last || (last.findings === 0 && last.failure === null)) return []
  const sentence =
    last.failure === null
      ? `The ledger audit found ${last.findings === 1 ? '1 figure that doesn’t' : `${last.findings} figures that don’t`} add up.`
      : `The ledger audit couldn’t run: ${last.failure}`
  return [{ kind: 'audit-not-clean', subject: '', sentence }]
}

const findStuckWorkers = async (db: Db): Promise<AlertCondition[]> =>
  (await listWorkers(db))
    .filter(({ state }) => state === 'stuck')
    .map(({ name, failures, lastError }) => ({
      kind: 'worker-stuck',
      subject: name,
      sentence:
        failures > 0
          ? `The worker ${name} keeps failing: ${lastError ?? 'unknown error'}`
          : `The worker ${name} is stuck.`,
    }))

const findFailingMail = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ failed: bigint; lastError: string | null }>`
    select count(*) as failed, (select last_error from mail_outbox where status = 'failed' order by id desc limit 1) as last_error
    from mail_outbox where status = 'failed'`.execute(db)
  const failed = Number(rows[0]?.failed ?? 0n)
  if (failed === 0) return []
  const emails = failed === 1 ? 'One email' : `${failed} emails`
  return [
    {
      kind: 'mail-failing',
      subject: '',
      sentence: `${emails} couldn’t be sent: ${rows[0]?.lastError ?? 'unknown error'}`,
    },
  ]
}

/** Checked recently and unreachable, or not checked for a while although it was before. */
const findEngineDown = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ down: boolean }>`
    select not reachable or checked_at < app_now() - interval '1 minute' as down from engine_checks`.execute(db)
  if (!rows[0]?.down) return []
  return [{ kind: 'engine-down', subject: '', sentence: 'Couldn’t reach the platform’s BTCPay Server.' }]
}

/** Every engine but the main one, which also has the platform's own store. */
const findOtherEnginesDown = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ name: string }>`
    select e.name from engines e
    where e.id <> 1 and (not e.reachable or e.checked_at < app_now() - interval '1 minute')
      and exists (select from stores s where s.engine_id = e.id and s.status <> 'left')
    order by e.id`.execute(db)
  return rows.map(({ name }) => ({
    kind: 'engine-down',
    subject: name,
    sentence: `Couldn’t reach the BTCPay Server ${name}.`,
  }))
}

const findFullEngines = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ isFull: boolean }>`
    select bool_and(e.capacity is not null and e.capacity <= (
      select count(*) from stores s where s.engine_id = e.id and s.merchant_id is not null and s.status <> 'left')) as is_full
    from engines e`.execute(db)
  if (!rows[0]?.isFull) return []
  const sentence =
    'Every payment server is full, so applications can’t be approved. Add a server or raise a capacity in BTCPAY_ENGINES.'
  return [{ kind: 'engines-full', subject: '', sentence }]
}

const findMissingRate = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql`select 1 from engine_checks where rate_problem is not null`.execute(db)
  if (rows.length === 0) return []
  const sentence =
    'BTCPay has no bitcoin price, so invoices in dollars can’t be created. Check its rate source. The System page shows its response.'
  return [{ kind: 'rate-missing', subject: '', sentence }]
}

/** An item that waits for its second or third attempt is no problem yet. */
const fewAttempts = 3

const findStuckSends = async (db: Db): Promise<AlertCondition[]> =>
  (await listStuckSends(db))
    .filter(({ attempts }) => attempts >= fewAttempts)
    .map(({ id, kind, owner, amountBtc, problem }) => ({
      kind: 'send-stuck',
      subject: String(id),
      sentence: `Couldn’t send ${kind} ${id} of ${amountBtc} BTC (${owner}): ${problem}`,
    }))

const findUnreadStores = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ id: number; name: string; error: string }>`
    select s.id, coalesce(m.store_name, 'Platform') as name, s.sync_error as error
    from stores s left join merchants m on m.id = s.merchant_id
    where is_sync_failing(s)
    order by s.id limit 20`.execute(db)
  return rows.map(({ id, name, error }) => ({
    kind: 'store-unread',
    subject: String(id),
    sentence: `The store of ${name} hasn’t synced for more than 10 minutes: ${error}`,
  }))
}

/**
 * BTCPay lost them, most likely because it was restored from an older backup. After a week they are no longer shown.
 */
const findUnknownInvoices = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ id: number; name: string; count: bigint; example: string }>`
    select s.id, m.store_name as name, count(*) as count, min(i.invoice_id) as example
    from invoices i join merchants m on m.id = i.merchant_id join stores s on s.merchant_id = m.id
        and case when i.at_store is null then s.replaces is null else s.id = i.at_store end
    where i.unknown_since > app_now() - interval '7 days'
    group by s.id, m.store_name order by s.id limit 20`.execute(db)
  return rows.map(({ id, name, count, example }) => ({
    kind: 'store-unread',
    subject: `${id} unknown invoices`,
    sentence:
      count === 1n
        ? `The BTCPay Server of ${name} doesn’t know invoice ${example}, which it created. Was it restored from an older backup?`
        : `The BTCPay Server of ${name} doesn’t know ${count} invoices that it created, such as ${example}. Was it restored from an older backup?`,
  }))
}

const findFailingWork = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ worker: string; item: string; failures: number; lastError: string }>`
    select worker, item, failures, last_error from work_failures
    where failures >= ${fewAttempts} order by first_failed_at limit 20`.execute(db)
  return rows.map(({ worker, item, failures, lastError }) => ({
    kind: 'worker-stuck',
    subject: `${worker} ${item}`,
    sentence: `The worker ${worker} failed ${failures} times for ${item}: ${lastError}`,
  }))
}

/** One alert per page, however often it was reported. After a week it is no longer shown. */
const findReportedPages = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{
    invoiceId: string
    storeName: string
    merchantId: number
    count: number
    reason: string
    contact: string | null
  }>`
    select i.invoice_id, m.store_name, p.merchant_id, p.count, p.reason, p.contact
    from (select distinct on (invoice_ref) *, (count(*) over (partition by invoice_ref))::integer as count
      from page_reports where created_at > app_now() - interval '7 days' order by invoice_ref, id desc) p
    join invoices i on i.id = p.invoice_ref join merchants m on m.id = p.merchant_id
    order by p.id desc limit 20`.execute(db)
  return rows.map(({ invoiceId, storeName, merchantId, count, reason, contact }) => ({
    kind: 'page-reported',
    subject: invoiceId,
    sentence: [
      `A visitor reported the checkout of invoice ${invoiceId} from ${storeName} (merchant ${merchantId}): “${reason}”`,
      contact === null ? 'They left no contact.' : `Contact: ${contact}`,
      ...(count > 1 ? [`Reported ${count} times in 7 days.`] : []),
    ].join(' '),
  }))
}
