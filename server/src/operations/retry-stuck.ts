import type { Deps } from '../deps.ts'
import { type Action, announce, type OfSubject } from '../facts/index.ts'
import { discardEmail, retryEmail } from '../mail/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { retrySend } from '../sends/index.ts'
import { findStoreById, markLightningDue, markSyncDue } from '../stores/index.ts'
import { mailDropped, mailRetried, sendRetried, storeRead } from './facts.ts'

type Operator = { admin: Admin; source: Source }

/**
 * What an operator may do with stuck work. Each action only does now what would happen later anyway, and is recorded in
 * the audit log.
 */
export const retryStuck = {
  send: async (deps: Deps, id: number, operator: Operator) => {
    await runAndAnnounce(deps, operator, sendRetried, id, (tx) => retrySend(tx, id))
    deps.wake('send-money')
  },
  email: async (deps: Deps, id: number, operator: Operator) => {
    await runAndAnnounce(deps, operator, mailRetried, id, (tx) => retryEmail(tx, id))
    deps.wake('send-mail')
    deps.wake('send-merchant-mail')
  },
  store: async (deps: Deps, id: number, operator: Operator) => {
    await runAndAnnounce(deps, operator, storeRead, id, async (tx) => {
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
  await runAndAnnounce(deps, operator, mailDropped, id, (tx) => discardEmail(tx, id))
  deps.wake('watch-platform')
}

const runAndAnnounce = (
  { db }: Deps,
  { admin, source }: Operator,
  fact: Action<OfSubject>,
  id: number,
  work: (tx: Tx) => Promise<Record<string, string | number | null> | undefined>,
) =>
  inTransaction(db, async (tx) => {
    const detail = await work(tx)
    if (!detail) throw new ApiError('not-found')
    await announce(tx, fact, { id, detail }, { actor: admin, source })
  })
