import type { PersonalData } from '@bitquay/contract/account-care'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { type DataOwner, readPersonalData } from './queries.personal-data.ts'

/** An admin exports what is stored about a person, at their request. The audit log says so. */
export const exportPerson = async (
  deps: Deps,
  admin: Admin,
  owner: DataOwner,
  source: Source,
): Promise<PersonalData> => {
  const exported = await readPersonalData(deps.db, owner)
  await inTransaction(deps.db, (tx) =>
    recordActivity(tx, {
      act: 'personal-data-exported',
      actor: admin,
      source,
      subject: owner,
      ...(owner.kind === 'merchant' ? { merchantId: owner.id } : {}),
    }),
  )
  return exported
}
