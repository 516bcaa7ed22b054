import { type Act, recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { discardEmail, retryEmail } from '../mail/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { retrySend } from '../sends/index.ts'
import { findStoreById, markLightningDue, markSyncDue } from '../stores/index.ts'

type Subject = 'send' | 'letter' | 'store'
type Operator = { admin: Admin; source: Source }

/**
 * What an operator may do with stuck work. Each action only does now what would happen later anyway, and is recorded in
 * the audit log.
 */
export const retryStuck = {
  send: async (deps: Deps, id: number, operator: Operator) => {
    await runAndRecord(deps, operator, 'send-retried', { kind: 'send', id }, (tx) => retrySend(tx, id))
    deps.wake('send-money')
  },
  email: async (deps: Deps, id: number, operator: Operator) => {
    await runAndRecord(deps, operator, 'mail-retried', { kind: 'letter', id }, (tx) => retryEmail(tx, id))
    deps.wake('send-mail')
    deps.wake('send-merchant-mail')
  },
  store: async (deps: Deps, id: number, operator: Operator) => {
    await runAndRecord(deps, operator, 'store-read', { kind: 'store', id }, async (tx) => {
      const store = await findStoreById(tx, id)
      if (!store) return undefined
      await markSyncDue(tx, id)
      await markLightningDue(tx, id)
      return {}
    })
    deps.wake('reconcile-engine')
    deps.wake('check-lightning')
  },
}

/** The email is never sent. */
export const discardFailedEmail = async (deps: Deps, id: number, operator: Operator) => {
  await runAndRecord(deps, operator, 'mail-dropped', { kind: 'letter', id }, (tx) => discardEmail(tx, id))
  deps.wake('watch-platform')
}

const runAndRecord = (
  { db }: Deps,
  { admin, source }: Operator,
  name: Act,
  subject: { kind: Subject; id: number },
  work: (tx: Tx) => Promise<Record<string, string | number | null> | undefined>,
) =>
  inTransaction(db, async (tx) => {
    const detail = await work(tx)
    if (!detail) throw new ApiError('not-found')
    await recordActivity(tx, { act: name, actor: admin, source, subject, detail })
    await emitChange(tx, 'admin', 'system')
  })
