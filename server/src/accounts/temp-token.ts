import { createHash } from 'node:crypto'
import type { Sealer } from '../platform/crypto/seal.ts'
import { identityOf } from './person-tables.ts'
import type { Credentials } from './table.credentials.ts'

const lifeMs = 5 * 60_000

/**
 * Stands for a password that was right a moment ago, so that a browser need not keep it for the second step. It is
 * sealed to the person and to the password of that moment: a change of password ends it.
 */
export const makeTempToken = (sealer: Sealer, person: Credentials, now: Date) =>
  sealer.seal(String(now.getTime() + lifeMs), identityFor(person))

export const isTempTokenOf = (sealer: Sealer, person: Credentials, token: string, now: Date) => {
  try {
    return Number(sealer.open(token, identityFor(person))) > now.getTime()
  } catch {
    return false
  }
}

const identityFor = (person: Credentials) => {
  const password = createHash('sha256')
    .update(person.passwordHash ?? '')
    .digest('base64url')
  return `temp-token:${identityOf(person)}:${password}`
}
