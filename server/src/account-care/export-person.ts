import type { PersonalData } from '@bitquay/contract/account-care'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Admin } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { dataExported } from './facts.ts'
import { type DataOwner, readPersonalData } from './queries.personal-data.ts'

/** An admin exports what is stored about a person, at their request. The audit log says so. */
export const exportPerson = async (
  deps: Deps,
  admin: Admin,
  owner: DataOwner,
  source: Source,
): Promise<PersonalData> => {
  const exported = await readPersonalData(deps.db, owner)
  await inTransaction(deps.db, (tx) => announce(tx, dataExported, owner, { actor: admin, source }))
  return exported
}
