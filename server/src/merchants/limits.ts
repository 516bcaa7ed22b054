import { hidden, type Limit } from '../accounts/index.ts'

export const limits = {
  /** Emails to strangers that a store can make us send in a day. */
  teamInvitations: (merchantId: number): Limit => ({
    bucket: `team-invitations:merchant:${merchantId}`,
    attempts: 20,
    windowSeconds: 86_400,
    grows: false,
  }),
  /** The same, to one address, by as many stores as there are. */
  invitationsTo: (email: string): Limit => ({
    bucket: `team-invitations:to:${hidden(email)}`,
    attempts: 5,
    windowSeconds: 86_400,
    grows: false,
  }),
}
