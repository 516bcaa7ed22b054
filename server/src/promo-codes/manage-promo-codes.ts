import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { promoCodeCreated, promoCodeResumed, promoCodeRevoked } from './facts.ts'
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
    const detail = { description: wanted.description, expiresInDays: wanted.expiresInDays }
    await announce(tx, promoCodeCreated, { id: created.id, detail }, { actor: admin, source })
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
    await announce(tx, promoCodeRevoked, { id: wanted.id }, { actor: admin, source })
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
    await announce(tx, promoCodeResumed, { id: wanted.id }, { actor: admin, source })
  })
}
