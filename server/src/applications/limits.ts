import { hidden, type Limit, networkOf } from '../accounts/index.ts'

export const limits = {
  applicationsFromSource: (address: string): Limit => ({
    bucket: `applications:source:${networkOf(address)}`,
    attempts: 10,
    windowSeconds: 3600,
    grows: false,
  }),
  applicationLinksFromSource: (address: string): Limit => ({
    bucket: `application-link:source:${networkOf(address)}`,
    attempts: 30,
    windowSeconds: 60,
  }),
  /** Emails that anyone can make us send to someone's address, from as many sources as they like. */
  appliedBeforeEmails: (email: string): Limit => ({
    bucket: `applied-before:account:${hidden(email)}`,
    attempts: 3,
    windowSeconds: 3600,
    grows: false,
  }),
}
