import { invitePerson } from '../accounts/invite-person.ts'
import { requireAdminSecondFactor } from '../accounts/require-admin-second-factor.ts'
import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { createPartner } from './create-partner.ts'

type NewPartner = { name: string; email: string; sharePercentage: string; twoFactorToken?: string | undefined }

/** A partner is made and invited in one act; from its commit on they have their share of every payment. */
export const addPartner = async (deps: Deps, admin: Admin, partner: NewPartner, source: Source): Promise<number> => {
  const { twoFactorToken, ...details } = partner
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source, { afterWaiting: true })
  return inTransaction(deps.db, async (tx) => {
    const { id, name, email, sharePercentage } = await createPartner(tx, { ...details, passwordHash: null })
    await invitePerson(tx, deps.config, { kind: 'partner', email, accountName: name })
    await recordAct(tx, {
      act: 'partner-created',
      actor: admin,
      source,
      subject: { kind: 'partner', id },
      detail: { email, sharePercentage },
    })
    await noteChange(tx, 'admin', 'partners')
    return id
  })
}
