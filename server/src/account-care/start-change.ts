import { insertChange, issueStopToken } from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { isEmailTaken, listManagerEmails, lockPerson } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { emailChangeStartedEmail, recoveryStartedEmail } from './emails.ts'

/** Who starts a change for which merchant. */
export type Start = { admin: Admin; merchantId: number; source: Source }

/**
 * Starts the recovery of an owner who lost their phone and codes, after an admin has checked their identity. Nothing
 * changes for 7 days. The owner and every admin of the store can stop it until then.
 */
export const startRecovery = ({ db, config }: Deps, start: Start, identityCheck: string) =>
  inTransaction(db, async (tx) => {
    const { owner, storeName } = await lockOwner(tx, start.merchantId)
    const { id, dueAt } = await insertChange(tx, {
      merchantId: start.merchantId,
      kind: 'recovery',
      reason: identityCheck,
      oldEmail: owner.email,
      newEmail: null,
      requestedBy: start.admin.id,
    })
    await recordStart(tx, start, 'recovery-started', { email: owner.email, identityCheck })
    for (const to of new Set([owner.email, ...(await listManagerEmails(tx, start.merchantId))])) {
      const token = await issueStopToken(tx, id, to)
      await queueEmail(tx, {
        to,
        ...recoveryStartedEmail(config.publicUrl, token, { storeName, owner: owner.email, dueAt }),
      })
    }
  })

/**
 * Starts a change of the owner's email address. The old address and every admin of the store are notified and can stop it
 * for 24 hours: with the new address, the notices of a recovery would reach nobody else.
 */
export const startEmailChange = (
  { db, config }: Deps,
  start: Start,
  { newEmail, reason }: { newEmail: string; reason: string },
) =>
  inTransaction(db, async (tx) => {
    const { owner, storeName } = await lockOwner(tx, start.merchantId)
    if (await isEmailTaken(tx, newEmail)) throw new ApiError('email-taken')
    const { id, dueAt } = await insertChange(tx, {
      merchantId: start.merchantId,
      kind: 'email',
      reason,
      oldEmail: owner.email,
      newEmail,
      requestedBy: start.admin.id,
    })
    await recordStart(tx, start, 'email-change-started', { email: owner.email, newEmail, reason })
    for (const to of new Set([owner.email, ...(await listManagerEmails(tx, start.merchantId))])) {
      const token = await issueStopToken(tx, id, to)
      const change = { storeName, newEmail, dueAt, isToOwner: to === owner.email }
      await queueEmail(tx, { to, ...emailChangeStartedEmail(config.publicUrl, token, change) })
    }
  })

const lockOwner = async (tx: Tx, merchantId: number) => {
  const owner = await lockPerson(tx, { kind: 'merchant', id: merchantId })
  if (!owner) throw new ApiError('not-found')
  if (!owner.isActive) throw new ApiError('conflict', { message: 'Activate this account first.' })
  if (owner.passwordHash === null) {
    throw new ApiError('conflict', { message: 'The owner hasn’t joined yet. Resend the invitation instead.' })
  }
  return { owner, storeName: owner.storeName ?? owner.name }
}

const recordStart = async (
  tx: Tx,
  { admin, merchantId, source }: Start,
  act: 'recovery-started' | 'email-change-started',
  detail: Record<string, string>,
) => {
  await recordActivity(tx, {
    act,
    actor: admin,
    source,
    subject: { kind: 'merchant', id: merchantId },
    merchantId,
    detail,
  })
  await emitChange(tx, `merchant:${merchantId}`, 'settings')
  await emitChange(tx, 'admin', 'merchants')
}
