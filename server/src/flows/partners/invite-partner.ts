import type { Deps } from '../../deps.ts'
import { recordAct } from '../../modules/act-log/record-act.ts'
import { lockPartner } from '../../modules/partners/change-partner.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import type { Admin } from '../../platform/http/person.ts'
import type { Source } from '../../platform/http/route.ts'
import { invitePerson } from '../invite-person.ts'
import { requireAdminSecondFactor } from '../require-admin-second-factor.ts'

/** Sends the invitation again; the link of the first letter dies. */
export const invitePartner = async (
  deps: Deps,
  admin: Admin,
  partnerId: number,
  twoFactorToken: string | undefined,
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await inTransaction(deps.db, async (tx) => {
    const partner = await lockPartner(tx, partnerId)
    if (!partner) throw new ApiError('not-found')
    if (partner.passwordHash !== null) throw new ApiError('already-joined')
    await invitePerson(tx, deps.config, { kind: 'partner', email: partner.email, accountName: partner.name })
    await recordAct(tx, {
      act: 'partner-invited',
      actor: admin,
      source,
      subject: { kind: 'partner', id: partnerId },
      detail: { email: partner.email },
    })
  })
}
