import { invitePerson } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { createMerchant } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { requireEngineRoom } from '../stores/index.ts'
import { applicationApprovedEmail } from './emails.ts'
import { applicationApproved } from './facts.ts'
import { endOpenRequest, findOpenRequest } from './table.requests.ts'
import { lockApplication, markDecided } from './table.ts'

/**
 * Creates a merchant from an application and invites it. It is one transaction, so it happens completely or not at all,
 * and only once however often it is requested. Fields that are open to the applicant must be answered first, and an
 * engine must have room: until then the application waits. The worker creates the store later, in steps that survive a
 * crash.
 */
export const approveApplication = async (
  deps: Deps,
  admin: Admin,
  id: number,
  decision: { reviewNotes: string | undefined; markupFeePercent: string | undefined },
  source: Source,
) => {
  await inTransaction(deps.db, async (tx) => {
    const application = await lockApplication(tx, id)
    if (!application) throw new ApiError('not-found')
    if (application.status === 'approved') return
    if (application.status === 'rejected') throw new ApiError('application-decided')
    if (await findOpenRequest(tx, id)) throw new ApiError('application-waiting')
    await requireEngineRoom(tx, deps)
    await endOpenRequest(tx, id, 'closed')
    const { email, businessName } = application
    const markupFeePercent = decision.markupFeePercent ?? '0'
    const merchant = await createMerchant(tx, { email, storeName: businessName, passwordHash: null, markupFeePercent })
    await markDecided(tx, id, {
      status: 'approved',
      merchantId: merchant.id,
      adminId: admin.id,
      reviewNotes: decision.reviewNotes || null,
    })
    await invitePerson(tx, deps.config, {
      kind: 'merchant',
      id: merchant.id,
      email,
      accountName: businessName,
      template: applicationApprovedEmail,
    })
    const about = { id, merchantId: merchant.id, detail: { businessName, markupFeePercent } }
    await announce(tx, applicationApproved, about, { actor: admin, source })
  })
  deps.wake('provision-stores')
}
