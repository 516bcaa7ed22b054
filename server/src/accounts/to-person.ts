import type { Person } from '../platform/http/person.ts'
import type { Credentials } from './table.credentials.ts'

/** The signed-in person that these credentials belong to. */
export const toPerson = (credentials: Credentials, session: { id: number; passwordIsRecent: boolean }): Person => {
  const { kind, id, email, name, twoFactorEnabled, mustEnroll, merchantId, role, storeName, sharePercentage } =
    credentials
  const { id: sessionId, passwordIsRecent } = session
  const signed = { id, email, name, sessionId, passwordIsRecent, twoFactorEnabled, mustEnroll }
  if (kind === 'admin') return { ...signed, kind }
  if (kind === 'partner') return { ...signed, kind, sharePercentage: sharePercentage ?? '0.00' }
  if (merchantId === null || role === null || storeName === null) throw new Error(`${kind} ${id} has no merchant`)
  return { ...signed, kind, merchantId, role, storeName }
}
