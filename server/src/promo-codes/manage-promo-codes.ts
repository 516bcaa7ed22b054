import { requireAdminSecondFactor } from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { createPromoCode as insertPromoCode, markPromoCodeResumed, markPromoCodeRevoked } from './table.ts'

export const createPromoCode = async (
  deps: Deps,
  admin: Admin,
  wanted: { description: string; expiresInDays: number; twoFactorToken?: string | undefined },
  source: Source,
): Promise<{ id: number; code: string }> => {
  // A code is worth money: it waives and forgives fees.
  await requireAdminSecondFactor(deps, admin, wanted.twoFactorToken, source, { afterWaiting: true })
  return inTransaction(deps.db, async (tx) => {
    const created = await insertPromoCode(tx, {
      description: wanted.description,
      expiresInDays: wanted.expiresInDays,
      createdBy: admin.id,
    })
    // The audit log must not contain the code, or its readers could redeem it.
    await recordActivity(tx, {
      act: 'promo-code-created',
      actor: admin,
      source,
      subject: { kind: 'promo-code', id: created.id },
      detail: { description: wanted.description, expiresInDays: wanted.expiresInDays },
    })
    await emitChange(tx, 'admin', 'promo-codes')
    return created
  })
}

/** Revokes a code that nobody has used. Of a simultaneous revocation and redemption, one wins. */
export const revokePromoCode = async (
  deps: Deps,
  admin: Admin,
  wanted: { id: number; twoFactorToken?: string | undefined },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, wanted.twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    if (!(await markPromoCodeRevoked(tx, wanted.id, admin.id))) {
      const found = await tx.selectFrom('promoCodes').select('isUsed').where('id', '=', wanted.id).executeTakeFirst()
      if (!found) throw new ApiError('not-found')
      if (found.isUsed) throw new ApiError('promo-code-used')
      return
    }
    await recordActivity(tx, {
      act: 'promo-code-revoked',
      actor: admin,
      source,
      subject: { kind: 'promo-code', id: wanted.id },
    })
    await emitChange(tx, 'admin', 'promo-codes')
  })
}

/** Lets a code work again that a restore suspended, because it may have been used after the backup. */
export const resumePromoCode = async (
  deps: Deps,
  admin: Admin,
  wanted: { id: number; twoFactorToken?: string | undefined },
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, wanted.twoFactorToken, source, { afterWaiting: true })
  await inTransaction(deps.db, async (tx) => {
    if (!(await markPromoCodeResumed(tx, wanted.id))) throw new ApiError('not-found')
    await recordActivity(tx, {
      act: 'promo-code-resumed',
      actor: admin,
      source,
      subject: { kind: 'promo-code', id: wanted.id },
    })
    await emitChange(tx, 'admin', 'promo-codes')
  })
}
