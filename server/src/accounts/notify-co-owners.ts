import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import { describeDevice } from './describe-device.ts'
import { colleagueTwoFactorLetter } from './emails.ts'
import { listCoOwners } from './list-co-owners.ts'
import type { Credentials } from './table.credentials.ts'

/** Emails the others who can act for the same account that someone's second factor was changed. */
export const notifyCoOwners = async (
  tx: Tx,
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  person: Credentials,
  change: Parameters<typeof colleagueTwoFactorLetter>[1]['change'],
  source: Source,
) => {
  const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
  const letter = colleagueTwoFactorLetter(publicUrl, { email: person.email, change }, from)
  for (const to of await listCoOwners(tx, person)) await queueMail(tx, { to, ...letter })
}
