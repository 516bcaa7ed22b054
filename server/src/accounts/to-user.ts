import type { User } from '@bitquay/contract/people'
import type { Person } from '../platform/http/person.ts'

/** The signed-in person as a browser knows them: a merchant's users are of type merchant. */
export const toUser = (person: Person): User => {
  const { id, email, name, twoFactorEnabled } = person
  const more = person.mustEnroll ? { mustEnroll: true } : {}
  if (person.kind === 'admin') return { id, type: 'admin', email, name, twoFactorEnabled, ...more }
  if (person.kind === 'partner') {
    // A percentage with two decimals: a number prints it as it is.
    return {
      id,
      type: 'partner',
      email,
      name,
      twoFactorEnabled,
      ...more,
      sharePercentage: Number(person.sharePercentage),
    }
  }
  const { role, merchantId, storeName } = person
  return { id, type: 'merchant', email, name, twoFactorEnabled, ...more, role, merchantId, storeName }
}
