import { identityOf, type PersonRef } from '../platform/http/person.ts'
import { hidden, type Limit, networkOf } from './table.attempts.ts'

export const limits = {
  // Per account and source, so a stranger's failures count against the stranger and not against the owner.
  signInOfAccountFromSource: (email: string, address: string): Limit => ({
    bucket: `sign-in:account:${hidden(email)}:${networkOf(address)}`,
    attempts: 5,
    windowSeconds: 60,
  }),
  signInOfAccountOnDevice: (email: string, deviceId: string): Limit => ({
    bucket: `sign-in:device:${hidden(email)}:${deviceId}`,
    attempts: 5,
    windowSeconds: 60,
  }),
  signInFromSource: (address: string): Limit => ({
    bucket: `sign-in:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
  }),
  // These don't grow: a stranger who requests someone's reset links must not block that person for days.
  resetOfAccount: (email: string): Limit => ({
    bucket: `reset:account:${hidden(email)}`,
    attempts: 3,
    windowSeconds: 3600,
    grows: false,
  }),
  resetFromSource: (address: string): Limit => ({
    bucket: `reset:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 3600,
    grows: false,
  }),
  // What people and programs change leaves rows that are kept, such as the audit log. These bound all of them. A person's
  // limit is several times that of a session, so that a stolen session can't keep the owner from acting in another.
  changesOfSession: (sessionId: number): Limit => ({
    bucket: `changes:session:${sessionId}`,
    attempts: 1_200,
    windowSeconds: 3600,
    grows: false,
  }),
  changesOfPerson: (person: PersonRef): Limit => ({
    bucket: `changes:${identityOf(person)}`,
    attempts: 6_000,
    windowSeconds: 3600,
    grows: false,
  }),
  resetTokenFromSource: (address: string): Limit => ({
    bucket: `reset-token:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
  }),
  // Per session, so that a stolen session cannot keep the owner from changing the password in another.
  currentPassword: ({ sessionId }: { sessionId: number }): Limit => ({
    bucket: `current-password:session:${sessionId}`,
    attempts: 5,
    windowSeconds: 60,
  }),
  /**
   * Counted after a wrong code, not before a code: the fifth wrong one blocks it. Sessions and known devices count for
   * themselves, so that wrong codes of a stolen session don't keep the owner out.
   */
  wrongSecondFactor: (person: PersonRef, client?: string): Limit => ({
    bucket: ['second-factor', identityOf(person), ...(client === undefined ? [] : [client])].join(':'),
    attempts: 4,
    windowSeconds: 15 * 60,
  }),
}
