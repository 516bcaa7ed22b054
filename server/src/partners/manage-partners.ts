import { invitePerson, requireAdminSecondFactor, requireUncommonPassword } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { changePartner, createPartner, lockPartner, type PartnerChange } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { partnerChanged, partnerCreated } from './facts.ts'

/** Changes name, share or status. Payments keep the share that was in effect when they were booked. */
export const editPartner = async (
  deps: Deps,
  admin: Admin,
  partnerId: number,
  { twoFactorToken, ...change }: PartnerChange & { twoFactorToken?: string | undefined },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source, {
    afterWaiting: change.sharePercentage !== undefined || change.isActive === true,
  })
  await inTransaction(deps.db, async (tx) => {
    const before = await lockPartner(tx, partnerId)
    if (!before) throw new ApiError('not-found')
    const detail = differences(before, change)
    if (Object.keys(detail).length === 0) return
    await changePartner(tx, partnerId, change)
    await announce(tx, partnerChanged, { id: partnerId, detail }, { actor: admin, source })
  })
}

type Before = { name: string; sharePercentage: string; isActive: boolean }

/** The entry for the audit log: each changed field before and after. */
const differences = (before: Before, change: PartnerChange) => {
  const detail: Record<string, string | boolean> = {}
  if (change.name !== undefined && change.name !== before.name) {
    detail.nameBefore = before.name
    detail.name = change.name
  }
  if (change.sharePercentage !== undefined && Number(change.sharePercentage) !== Number(before.sharePercentage)) {
    detail.shareBefore = before.sharePercentage
    detail.share = change.sharePercentage
  }
  if (change.isActive !== undefined && change.isActive !== before.isActive) detail.isActive = change.isActive
  return detail
}

type NewPartner = {
  name: string
  email: string
  sharePercentage: string
  password?: string | undefined
  twoFactorToken?: string | undefined
}

/**
 * Creates a partner, and invites them unless the admin set a password, in one transaction. From its commit on they earn a
 * share of every payment.
 */
export const addPartner = async (deps: Deps, admin: Admin, partner: NewPartner, source: Source): Promise<number> => {
  const { twoFactorToken, password, ...details } = partner
  if (password !== undefined) requireUncommonPassword(password)
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source, { afterWaiting: true })
  const passwordHash = password === undefined ? null : await deps.passwords.hash(password)
  return inTransaction(deps.db, async (tx) => {
    const { id, name, email, sharePercentage } = await createPartner(tx, { ...details, passwordHash })
    if (passwordHash === null) await invitePerson(tx, deps.config, { kind: 'partner', id, email, accountName: name })
    await announce(tx, partnerCreated, { id, detail: { email, sharePercentage } }, { actor: admin, source })
    return id
  })
}
