import type { Body } from '@bitquay/contract/call'
import { findLegalProblems, ourLegalTexts } from '@bitquay/contract/legal-text'
import { defaultBrand, type PlatformBrand } from '@bitquay/contract/platform-brand'
import type { publishBrand as call } from '@bitquay/contract/platform-brand.admin'
import { requireAdminSecondFactor, requireAttempts } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import {
  deleteDraft,
  findDraft,
  insertPublished,
  listPublished,
  lockBrands,
  readLegalState,
  readPlatformBrand,
} from '../platform-brand/index.ts'
import { brandPublished, brandTakenBack } from './facts.ts'
import { publications } from './limits.ts'

/** Shows the draft to everyone. All admins are emailed. */
export const publishBrand = async (
  deps: Deps,
  admin: Admin,
  { twoFactorToken }: Body<typeof call>,
  source: Source,
): Promise<void> => {
  await requireAdminSecondFactor(deps, admin, twoFactorToken, source)
  await requireAttempts(deps, [publications])
  await inTransaction(deps.db, async (tx) => {
    await lockBrands(tx)
    const draft = await findDraft(tx)
    if (!draft) throw new ApiError('not-found')
    const before = await readPlatformBrand(tx)
    const legal = { before: (await listPublished(tx, 1))[0]?.legal ?? ourLegalTexts, after: draft.legal }
    const { today } = await readLegalState(tx)
    const problems = findLegalProblems({ ...legal, domain: draft.brand.domain, today })
    if (problems[0])
      throw new ApiError('invalid-request', { message: problems[0].message, fields: problems.slice(0, 20) })
    const id = await insertPublished(tx, { brand: draft.brand, legal: draft.legal, adminId: admin.id })
    await deleteDraft(tx)
    const about = { id, before, after: draft.brand, legal, by: admin.email, publicUrl: deps.config.publicUrl }
    await announce(tx, brandPublished, about, { actor: admin, source })
  })
  apply(deps)
}

/**
 * Brings back what was shown before the last publication. One click without a code, so it can't be undone itself: that
 * would show again, without a code, what somebody took back. Of two clicks only one counts, because `id` is taken back once.
 */
export const undoBrand = async (deps: Deps, admin: Admin, id: number, source: Source): Promise<void> => {
  await requireAttempts(deps, [publications])
  await inTransaction(deps.db, async (tx) => {
    await lockBrands(tx)
    const [last, earlier] = await listPublished(tx, 2)
    if (!last) throw new ApiError('not-found')
    if (last.id !== id || last.takesBack !== null) throw new ApiError('conflict')
    const brand: PlatformBrand = earlier?.brand ?? defaultBrand
    const legal = { before: last.legal, after: earlier?.legal ?? ourLegalTexts }
    const next = await insertPublished(tx, { brand, legal: legal.after, adminId: admin.id, takesBack: last.id })
    const about = {
      id: next,
      before: last.brand,
      after: brand,
      legal,
      by: admin.email,
      publicUrl: deps.config.publicUrl,
    }
    await announce(tx, brandTakenBack, about, { actor: admin, source })
  })
  apply(deps)
}

/** This server shows it at once, the others within seconds. */
const apply = (deps: Deps) => {
  deps.brand.forget()
  deps.wake('send-mail')
}
