import { insertChange, issueStopToken } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { isEmailTaken, listManagerEmails, lockPerson } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { emailChangeStarted, recoveryStarted } from './facts.ts'

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
    const about = {
      merchantId: start.merchantId,
      detail: { email: owner.email, identityCheck },
      publicUrl: config.publicUrl,
      links: await issueStopLinks(tx, id, owner.email, start.merchantId),
      change: { storeName, owner: owner.email, dueAt },
    }
    await announce(tx, recoveryStarted, about, { actor: start.admin, source: start.source })
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
    const about = {
      merchantId: start.merchantId,
      detail: { email: owner.email, newEmail, reason },
      publicUrl: config.publicUrl,
      links: await issueStopLinks(tx, id, owner.email, start.merchantId),
      change: { storeName, newEmail, dueAt, oldEmail: owner.email },
    }
    await announce(tx, emailChangeStarted, about, { actor: start.admin, source: start.source })
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

/** For the owner and every admin of the store, each with their own token. */
const issueStopLinks = async (tx: Tx, changeId: number, owner: string, merchantId: number) => {
  const links: { to: string; token: string }[] = []
  for (const to of new Set([owner, ...(await listManagerEmails(tx, merchantId))])) {
    links.push({ to, token: await issueStopToken(tx, changeId, to) })
  }
  return links
}
