import type { Deps } from '../deps.ts'
import type { Person } from '../platform/http/person.ts'
import { requireAttempts } from './require-attempts.ts'
import { limits } from './table.attempts.ts'

/** Counts a request that changes something. Operators are not limited. */
export const countChange = async (deps: Pick<Deps, 'db' | 'config'>, person: Person) => {
  if (person.kind === 'admin') return
  await requireAttempts(deps, [limits.changesOfSession(person.sessionId), limits.changesOfPerson(person)])
}
