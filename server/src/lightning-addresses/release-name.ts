import { requireAdminSecondFactor } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { nameReleased } from './facts.ts'
import { hostOf } from './present-address.ts'
import { findHeldName } from './queries.ts'
import { lockNames, markReleased } from './table.ts'

type Release = { merchantId: number; nameId: number; reason: string; twoFactorToken: string | undefined }

/**
 * Lets others choose a name that a merchant holds. The next owner gets what is paid to it from then on, so a name that
 * was paid to lately is never released, and the merchant is told. BOLT11s that were handed out still pay this merchant.
 */
export const releaseName = async (
  deps: Deps,
  admin: Admin,
  { merchantId, nameId, reason, twoFactorToken }: Release,
  source: Source,
) => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source, { afterWaiting: true })
  await inTransaction(deps.db, async (tx) => {
    const held = await findHeldName(tx, merchantId, nameId)
    if (!held) throw new ApiError('not-found')
    await lockNames(tx, merchantId, held.name)
    if (!(await markReleased(tx, nameId))) throw new ApiError('name-in-use')
    const { name, paymentLinkId } = held
    const address = `${name}@${hostOf(deps.config)}`
    const about = { id: nameId, merchantId, paymentLinkId, detail: { name, reason }, address }
    await announce(tx, nameReleased, { ...about, publicUrl: deps.config.publicUrl }, { actor: admin, source })
  })
}
