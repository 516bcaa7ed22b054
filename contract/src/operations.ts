import { z } from 'zod'
import { call } from './call.ts'
import { alertFollow, alertKinds } from './notifications.ts'
import {
  btcAmount,
  done,
  emptyAsAbsent,
  id,
  idParam,
  longIdParam,
  text,
  timestamp,
  totpCode,
  usdAmount,
} from './scalars.ts'

const count = z.number().int()
const twoFactorToken = emptyAsAbsent(totpCode)

export const queueMinutes = 60
const minutes = z.array(count).length(queueMinutes)

const finding = z.strictObject({
  check: z.string(),
  subject: z.string(),
  expected: z.string(),
  found: z.string(),
})

export const auditRun = z.strictObject({
  id,
  startedAt: timestamp,
  /** Null while it runs. */
  finishedAt: timestamp.nullable(),
  checks: z.array(z.string()),
  /** Nobody has explained them yet. */
  findings: z.array(finding.extend({ acknowledgeable: z.boolean() })),
  /** Explained by a person, with exactly these figures. */
  acknowledged: z.array(finding.extend({ reason: z.string(), acknowledgedBy: z.string(), acknowledgedAt: timestamp })),
  /** Facts that are consistent but should be seen, such as fees that can't be collected. */
  notes: z.array(z.strictObject({ topic: z.string(), subject: z.string(), note: z.string() })),
  failure: z.string().nullable(),
  askedBy: z.string().nullable(),
})
export type AuditRun = z.infer<typeof auditRun>

const stuckSend = z.strictObject({
  id,
  kind: z.enum(['withdrawal', 'refund', 'payout', 'sweep', 'loop-out', 'bump', 'cancel']),
  status: z.enum(['requested', 'signed', 'broadcast', 'confirmed', 'failed', 'cancelled']),
  /** Whose money it is. */
  owner: z.string(),
  merchantId: id.nullable(),
  amountBtc: btcAmount,
  amountUsd: usdAmount,
  txid: z.string().nullable(),
  problem: z.string(),
  attempts: count,
  requestedAt: timestamp,
  dueAt: timestamp,
})
export type StuckSend = z.infer<typeof stuckSend>

const failedMail = z.strictObject({
  id: count,
  recipient: z.string(),
  subject: z.string(),
  /** `held`: it waited in a backup that was restored, and may have been sent since. */
  status: z.enum(['waiting', 'failed', 'held']),
  attempts: count,
  lastError: z.string().nullable(),
  createdAt: timestamp,
})

const worker = z.strictObject({
  name: z.string(),
  state: z.enum(['well', 'failing', 'stuck']),
  lastStartedAt: timestamp,
  lastSucceededAt: timestamp.nullable(),
  failures: count,
  lastError: z.string().nullable(),
})

const readStore = z.strictObject({
  id,
  /** The platform’s own store has no merchant. */
  merchantId: id.nullable(),
  name: z.string(),
  status: z.enum(['provisioning', 'ready']),
  syncedAt: timestamp.nullable(),
  error: z.string().nullable(),
})

/** One of the operator's BTCPay Servers. Requests are counted over the last hour. */
const engine = z.strictObject({
  id,
  name: z.string(),
  url: z.string(),
  merchants: count,
  /** How many merchants it takes. Null without a limit. */
  capacity: count.nullable(),
  reachable: z.boolean(),
  synced: z.boolean(),
  latencyMs: count.nullable(),
  checkedAt: timestamp.nullable(),
  /** While it is open, requests fail at once. Half-open lets single ones try. */
  circuit: z.enum(['closed', 'half-open', 'open']),
  requests: count,
  failures: count,
  /** Not sent, because the circuit was open or too many waited. */
  rejected: count,
  averageMs: count.nullable(),
  /** Whether it answered in the last 24 hours, in 12 parts of 2 hours, the oldest first. */
  uptime: z.array(z.enum(['up', 'partly', 'down', 'no-data'])),
})

export const getSystem = call({
  method: 'GET',
  path: '/api/admin/system',
  audience: 'admin',
  summary: 'Retrieve system health: BTCPay, database, workers, queues, sync, audit and alerts',
  output: z.strictObject({
    at: timestamp,
    version: z.string(),
    withdrawalsPaused: z.boolean(),
    /** Payouts resume on the page of the restore. */
    restoreUnderReview: z.boolean(),
    /** One for each cause, in the order of their importance. */
    alerts: z.array(
      z.strictObject({
        id,
        kind: z.enum(alertKinds),
        subject: z.string(),
        /** The cause in a few words. */
        title: z.string(),
        sentence: z.string(),
        follows: z.array(alertFollow),
        since: timestamp,
        /** When admins were emailed. */
        toldAt: timestamp.nullable(),
        /** The merchants of a server that is down, by name. At most 100. */
        affected: z.array(z.strictObject({ merchantId: id, storeName: z.string() })),
        /** The minute of the first request to that server without an answer. */
        firstFailureAt: timestamp.nullable(),
      }),
    ),
    /** Settings that a live platform should have. */
    missingSettings: z.array(z.enum(['SMTP_URL', 'ESPLORA_URL'])),
    price: z.strictObject({
      usd: usdAmount.nullable(),
      at: timestamp.nullable(),
      isStale: z.boolean(),
      source: z.string().nullable(),
    }),
    backup: z.strictObject({ at: timestamp.nullable(), isWatched: z.boolean() }),
    engine: z.strictObject({
      url: z.string(),
      reachable: z.boolean(),
      synced: z.boolean(),
      latencyMs: count.nullable(),
      height: count.nullable(),
      checkedAt: timestamp.nullable(),
      /** Why BTCPay has no bitcoin price for invoices in dollars. Null when it has one. */
      rateProblem: z.string().nullable(),
    }),
    /** All BTCPay Servers of the operator, the main one first. */
    engines: z.array(engine),
    /** Invoices that BTCPay refused in the last 24 hours, newest first, with its own message. At most 10. */
    refusedInvoices: z.array(
      z.strictObject({ id, merchantId: id, storeName: z.string(), detail: z.string(), at: timestamp }),
    ),
    database: z.strictObject({ version: z.string(), sizeBytes: z.number(), connections: count, migration: z.string() }),
    workers: z.array(worker),
    queues: z.strictObject({
      hooksWaiting: count,
      /** Webhooks of BTCPay that weren't stored because a store had too many. The store was still marked for sync. */
      hooksDropped: count,
      oldestHookSeconds: z.number().nullable(),
      mailWaiting: count,
      mailFailed: count,
      sends: z.strictObject({ requested: count, signed: count, broadcast: count, stuck: count }),
    }),
    /** What waited in each of the last 60 minutes, the oldest first. */
    queueHistory: z.strictObject({
      webhooks: minutes,
      emails: minutes,
      failedEmails: minutes,
      payouts: minutes,
      stuckPayouts: minutes,
    }),
    failedMail: z.array(failedMail),
    stuckSends: z.array(stuckSend),
    reconciliation: z.strictObject({
      stores: count,
      /** Not synced when they should have been. */
      late: count,
      failing: count,
      oldestSyncedAt: timestamp.nullable(),
      /** Those with an error or the longest wait, worst first. At most 20. */
      worst: z.array(readStore),
      /** Servers whose webhooks may be missing, and how many of their stores weren't synced since. */
      gaps: z.array(
        z.strictObject({
          serverUrl: z.string(),
          reason: z.enum(['unreachable', 'late', 'missing']),
          since: timestamp,
          behind: count,
        }),
      ),
    }),
    wallet: z.strictObject({
      btc: btcAmount,
      usd: usdAmount,
      owedToPartnersBtc: btcAmount,
      loopOutPayableBtc: btcAmount,
      /** Below zero the wallet can't cover what is owed. */
      freeBtc: btcAmount,
      freeUsd: usdAmount,
      ready: z.boolean(),
      /** An unused address where the operator can fund the wallet. Null until the payment server has returned one. */
      fundingAddress: z.string().nullable(),
    }),
    audit: auditRun.nullable(),
  }),
})

export const pauseWithdrawals = call({
  method: 'POST',
  path: '/api/admin/system/pause-withdrawals',
  audience: 'admin',
  summary: 'Pause or resume all withdrawals',
  body: z.strictObject({ paused: z.boolean(), twoFactorToken }),
  output: z.strictObject({ paused: z.boolean() }),
  errors: ['restore-under-review', 'admin-second-factor-needed', 'second-factor-missing', 'invalid-verification-code'],
})

export const checkNow = call({
  method: 'POST',
  path: '/api/admin/system/check',
  audience: 'admin',
  summary: 'Check the payment servers and the bitcoin price now, and update the alerts',
  output: done,
})

export const runAudit = call({
  method: 'POST',
  path: '/api/admin/system/audit',
  audience: 'admin',
  summary: 'Run a ledger audit now',
  output: auditRun,
})

export const acknowledgmentForm = z.strictObject({
  reason: text(1000).pipe(z.string().min(1, 'Enter a reason')),
})

export const acknowledgeFinding = call({
  method: 'POST',
  path: '/api/admin/system/audit/acknowledge',
  audience: 'admin',
  summary: 'Acknowledge a finding of the last ledger audit with a reason. It opens again if its figures change',
  body: finding.extend({ ...acknowledgmentForm.shape, twoFactorToken }),
  output: done,
  errors: [
    'not-found',
    'finding-not-acknowledgeable',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
  ],
})

export const reopenFinding = call({
  method: 'POST',
  path: '/api/admin/system/audit/reopen',
  audience: 'admin',
  summary: 'Open an acknowledged finding again',
  body: finding.pick({ check: true, subject: true }),
  output: done,
  errors: ['not-found'],
})

export const retryMail = call({
  method: 'POST',
  path: '/api/admin/system/mail/:id/retry',
  audience: 'admin',
  summary: 'Retry a failed email',
  params: z.strictObject({ id: longIdParam }),
  output: done,
  errors: ['not-found'],
})

export const dismissMail = call({
  method: 'POST',
  path: '/api/admin/system/mail/:id/dismiss',
  audience: 'admin',
  summary: 'Discard a failed email',
  params: z.strictObject({ id: longIdParam }),
  output: done,
  errors: ['not-found'],
})

export const retrySend = call({
  method: 'POST',
  path: '/api/admin/system/sends/:id/retry',
  audience: 'admin',
  summary: 'Retry a stuck payout now',
  params: z.strictObject({ id: idParam }),
  output: done,
  errors: ['not-found'],
})

export const cancelStuckSend = call({
  method: 'POST',
  path: '/api/admin/system/sends/:id/cancel',
  audience: 'admin',
  summary: 'Cancel a stuck payout before it is signed. Its hold is released',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ twoFactorToken }),
  output: done,
  errors: [
    'not-found',
    'too-late-to-cancel',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
  ],
})

export const resolveSend = call({
  method: 'POST',
  path: '/api/admin/system/sends/:id/resolve',
  audience: 'admin',
  recentPassword: true,
  summary:
    'Resolve a payout: name the transaction that spent its coins and whether it paid the recipient. Checked against the wallet',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({
    txid: z.string().regex(/^[0-9a-f]{64}$/, 'Expected 64 hex digits'),
    outcome: z.enum(['paid', 'lost']),
    twoFactorToken,
  }),
  output: done,
  errors: [
    'not-found',
    'send-not-resolvable',
    'engine-unavailable',
    'admin-second-factor-needed',
    'second-factor-missing',
    'invalid-verification-code',
  ],
})

export const readStoreNow = call({
  method: 'POST',
  path: '/api/admin/system/stores/:id/read',
  audience: 'admin',
  summary: 'Sync a store with its BTCPay Server now',
  params: z.strictObject({ id: idParam }),
  output: done,
  errors: ['not-found'],
})
