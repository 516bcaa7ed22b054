import { fromSats } from '@bitquay/contract/money'
import type { AlertFollow } from '@bitquay/contract/notifications'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import type { Db } from '../platform/db/connect.ts'
import type { AlertCondition } from './alert-condition.ts'
import { findDownEngines } from './find-down-engines.ts'
import { findMissingNeeds } from './find-missing-needs.ts'
import { listStuckSends, listWorkers } from './queries.parts.ts'
import { readPlatformWallet } from './queries.system.ts'

/**
 * What an operator should look at now, one condition per cause: what follows from an outage is counted in it and has no
 * condition of its own. Conditions that are over are not in the list.
 */
export const findAlertConditions = async (db: Db, deps: Pick<Deps, 'config' | 'engine'>): Promise<AlertCondition[]> => {
  const { down, conditions: outages } = await findDownEngines(db)
  const wallet = await findWalletLow(db)
  const conditions = await Promise.all([
    findSpendings(db),
    findUncleanAudit(db),
    findStuckWorkers(db, down.length > 0),
    findFailingMail(db),
    findFullEngines(db),
    findMissingRate(db),
    findStuckSends(db, wallet.length > 0),
    findUnreadStores(db),
    findUnknownInvoices(db),
    findFailingWork(db),
    findReportedPages(db),
    findMissingNeeds(db, deps, down),
  ])
  return [...outages, ...wallet, ...conditions.flat()]
}

const findWalletLow = async (db: Db): Promise<AlertCondition[]> => {
  const { ready, balanceSats, owedSats, payableSats, freeSats, stuckSends } = await readPlatformWallet(db)
  if (!ready || (freeSats >= 0n && balanceSats > 0n)) return []
  const sentence =
    freeSats < 0n
      ? `The platform wallet holds ${fromSats(balanceSats)} BTC, which doesn’t cover what it owes: ${fromSats(owedSats)} BTC to partners and ${fromSats(payableSats)} BTC for loop-outs.`
      : 'The platform wallet is empty, so it can’t pay network fees and loop-outs. Send bitcoin to its funding address.'
  const follows: AlertFollow[] =
    stuckSends > 0 ? [{ what: 'sends', count: stuckSends, amountUsd: null, since: null }] : []
  return [{ kind: 'wallet-low', subject: '', title: 'No funds for payouts', sentence, follows }]
}

/** The admins or a thief spent it, or the records went back. Its payments wait until an admin has said what it was. */
const findSpendings = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ txid: string; leftSats: bigint }>`
    select txid, left_sats from unexplained_spendings order by seen_at, txid limit 20`.execute(db)
  return rows.map(({ txid, leftSats }) => ({
    kind: 'wallet-spent',
    subject: txid,
    title: 'The platform wallet paid what nobody asked for',
    sentence: `${fromSats(leftSats)} BTC left the platform wallet in transaction ${txid}, and no record explains it. What this wallet pays waits until an admin says on the System page what it was. If no admin did it, its keys may be stolen.`,
  }))
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
  return [{ kind: 'audit-not-clean', subject: '', title: 'The ledger doesn’t balance', sentence }]
}

/** While a server is down, a worker that can't reach one is no cause of its own. */
const findStuckWorkers = async (db: Db, isServerDown: boolean): Promise<AlertCondition[]> =>
  (await listWorkers(db))
    .filter(({ state, lastError }) => state === 'stuck' && !(isServerDown && noAnswer.test(lastError ?? '')))
    .map(({ name, failures, lastError }) => ({
      kind: 'worker-stuck',
      subject: name,
      title: `The worker ${name} is stuck`,
      sentence:
        failures > 0
          ? `The worker ${name} keeps failing: ${lastError ?? 'unknown error'}`
          : `The worker ${name} is stuck.`,
    }))

/** As the client of BTCPay words it. */
const noAnswer = /BTCPay (unreachable|unknown) \(/

/** A mail server that fails is the cause. Otherwise single emails were given up. */
const findFailingMail = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ failed: bigint; waiting: bigint; lastError: string | null; problem: string | null }>`
    select count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'waiting') as waiting,
      (select last_error from mail_outbox where status = 'failed' order by id desc limit 1) as last_error,
      (select problem from health_checks where kind = 'mail' and checked_at > app_now() - interval '10 minutes') as problem
    from mail_outbox where status in ('failed', 'waiting')`.execute(db)
  const failed = Number(rows[0]?.failed ?? 0n)
  const waiting = Number(rows[0]?.waiting ?? 0n)
  const problem = rows[0]?.problem ?? null
  const emails = failed === 1 ? 'One email' : `${failed} emails`
  if (problem !== null) {
    const follows: AlertFollow[] = [{ what: 'emails', count: failed + waiting, amountUsd: null, since: null }]
    const sentence = `Couldn’t use the mail server: ${problem}. Check SMTP_URL and the mail server. Emails wait and are sent later.`
    return [{ kind: 'mail-server-down', subject: '', title: 'The mail server isn’t working', sentence, follows }]
  }
  if (failed === 0) return []
  const sentence = `${emails} couldn’t be sent: ${rows[0]?.lastError ?? 'unknown error'}`
  return [{ kind: 'mail-failing', subject: '', title: `${emails} couldn’t be sent`, sentence }]
}

const findFullEngines = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ isFull: boolean }>`
    select bool_and(e.capacity is not null and e.capacity <= (
      select count(*) from stores s where s.engine_id = e.id and s.merchant_id is not null and s.status <> 'left')) as is_full
    from engines e`.execute(db)
  if (!rows[0]?.isFull) return []
  const sentence =
    'Every payment server is full, so applications can’t be approved. Add a server or raise a capacity in BTCPAY_ENGINES.'
  return [{ kind: 'engines-full', subject: '', title: 'Every payment server is full', sentence }]
}

/** What a server that is down said last says nothing about its rates. */
const findMissingRate = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql`
    select 1 from engine_checks where rate_problem is not null and reachable and checked_at > app_now() - interval '1 minute'`.execute(
    db,
  )
  if (rows.length === 0) return []
  const sentence =
    'BTCPay has no bitcoin price, so invoices in dollars can’t be created. Check its rate source. The System page shows its response.'
  return [{ kind: 'rate-missing', subject: '', title: 'BTCPay has no bitcoin price', sentence }]
}

/** An item that waits for its second or third attempt is no problem yet. */
const fewAttempts = 3

/** Not those that only wait for a server that is or just was down, or for funds of the platform's wallet. */
const findStuckSends = async (db: Db, isWalletLow: boolean): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ id: number }>`
    select d.id from sends d join stores s on s.id = d.store_ref
    where d.final_at is null and d.problem is not null
      and (was_server_down(s.server_url) or (${isWalletLow} and s.merchant_id is null))`.execute(db)
  const following = new Set(rows.map(({ id }) => id))
  return (await listStuckSends(db))
    .filter(({ id, attempts }) => attempts >= fewAttempts && !following.has(id))
    .map(({ id, kind, owner, amountBtc, problem }) => ({
      kind: 'send-stuck',
      subject: String(id),
      title: `A ${kind} of ${owner} couldn’t be sent`,
      sentence: `Couldn’t send ${kind} ${id} of ${amountBtc} BTC (${owner}): ${problem}`,
    }))
}

/**
 * Stores that are overdue by their own schedule, not those of a server that is or just was down. Those of one server of
 * merchants fail together, so they are one condition.
 */
const findUnreadStores = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ id: number; name: string; error: string; serverUrl: string; stores: bigint }>`
    select min(s.id) as id, (array_agg(coalesce(m.store_name, 'Platform') order by s.id))[1] as name, s.server_url,
      (array_agg(s.sync_error order by s.id))[1] as error, count(*) as stores
    from stores s left join merchants m on m.id = s.merchant_id
    where is_sync_failing(s)
      and coalesce(s.synced_at, s.created_at) < app_now() - make_interval(secs => s.sync_pause_seconds + 120)
      and not was_server_down(s.server_url)
    group by s.server_url, case when s.engine_id is not null or s.sync_error !~ ${noAnswer.source} then s.id end
    order by 1 limit 20`.execute(db)
  return rows.map(({ id, name, error, serverUrl, stores }) => ({
    kind: 'store-unread',
    subject: String(id),
    title: stores === 1n ? `The store of ${name} isn’t syncing` : `The BTCPay Server ${serverUrl} isn’t responding`,
    sentence:
      stores === 1n
        ? `The store of ${name} hasn’t synced for more than 10 minutes: ${error}`
        : `${stores} stores on ${serverUrl} haven’t synced for more than 10 minutes: ${error}`,
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
    title: `The BTCPay Server of ${name} lost invoices`,
    sentence:
      count === 1n
        ? `The BTCPay Server of ${name} doesn’t know invoice ${example}, which it created. Was it restored from an older backup?`
        : `The BTCPay Server of ${name} doesn’t know ${count} invoices that it created, such as ${example}. Was it restored from an older backup?`,
  }))
}

/** What began to fail while a server was down, because it didn't answer, follows from that. */
const findFailingWork = async (db: Db): Promise<AlertCondition[]> => {
  const { rows } = await sql<{ worker: string; item: string; failures: number; lastError: string }>`
    select worker, item, failures, last_error from work_failures f
    where failures >= ${fewAttempts} and not (last_error ~ ${noAnswer.source} and exists (
      select from engines e join webhook_gaps g on g.server_url = e.url
      where was_server_down(e.url) and f.first_failed_at >= g.started_at - interval '1 minute'))
    order by first_failed_at limit 20`.execute(db)
  return rows.map(({ worker, item, failures, lastError }) => ({
    kind: 'worker-stuck',
    subject: `${worker} ${item}`,
    title: `The worker ${worker} fails for ${item}`,
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
    title: `A visitor reported a checkout of ${storeName}`,
    sentence: [
      `A visitor reported the checkout of invoice ${invoiceId} from ${storeName} (merchant ${merchantId}): “${reason}”`,
      contact === null ? 'They left no contact.' : `Contact: ${contact}`,
      ...(count > 1 ? [`Reported ${count} times in 7 days.`] : []),
    ].join(' '),
  }))
}
