import type { Deps } from '../deps.ts'
import type { Person } from '../platform/http/person.ts'
import { limits } from './limits.ts'
import { takeAttempts } from './table.attempts.ts'

/** Counts a request that changes something. Operators are not limited. */
export const countChange = async ({ db, config }: Pick<Deps, 'db' | 'config'>, person: Person) => {
  if (person.kind === 'admin' || !config.rateLimits) return
  const refusal = await takeAttempts(db, [limits.changesOfSession(person.sessionId), limits.changesOfPerson(person)])
  if (refusal) throw refusal
}
