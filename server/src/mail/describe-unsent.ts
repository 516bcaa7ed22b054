import type { OutboxEmail } from '@bitquay/contract/mail'

/** An address as admins see it until they ask for it: `n•••@northlight.shop`. */
export const maskAddress = (address: string): string => address.replace(/^(.)[^@]*(?=@)/u, '$1•••')

type Reason = NonNullable<OutboxEmail['reason']>

/** What the words of mail servers mean, the most certain first. */
const reasons: readonly (readonly [RegExp, Reason])[] = [
  [
    /\b5\.1\.[016]\b|user unknown|unknown user|no such (user|mailbox)|mailbox (not found|unavailable)|does not exist/i,
    'no-mailbox',
  ],
  [/\b[45]\.2\.2\b|mailbox (is )?full|over ?quota|quota exceeded/i, 'mailbox-full'],
  [/EAUTH|\b5\.7\.8\b|\b535\b/i, 'sign-in'],
  [/spam|\b5\.7\.\d+\b|blocked|black ?list|block ?list|reputation|policy/i, 'spam'],
  [/ECONN|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EDNS|ESOCKET|timeout|greeting never received/i, 'no-server'],
  [/\b4\d\d\b|\b4\.\d\.\d\b|grey ?list|busy|try again|too many/i, 'busy'],
]

/** Why an email wasn't sent yet. Null while nothing went wrong, and after it was sent. */
export const reasonOf = (status: string, error: string | null, refused: boolean): OutboxEmail['reason'] => {
  if (status === 'held' || status === 'kept') return status
  if (error === null || status === 'sent') return null
  return reasons.find(([words]) => words.test(error))?.[1] ?? (refused ? 'refused' : 'other')
}
