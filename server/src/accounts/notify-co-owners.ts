import { sql } from 'kysely'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import type { Credentials } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import type { Source } from '../platform/http/route.ts'
import { describeSource } from './describe-source.ts'
import { colleagueTwoFactorEmail } from './emails.ts'

/** Emails the others who can act for the same account that someone's second factor was changed. */
export const notifyCoOwners = async (
  tx: Tx,
  { publicUrl }: Pick<Deps['config'], 'publicUrl'>,
  person: Credentials,
  change: Parameters<typeof colleagueTwoFactorEmail>[1]['change'],
  source: Source,
) => {
  const from = describeSource(tx, person, source)
  const email = colleagueTwoFactorEmail(publicUrl, { email: person.email, change }, from)
  for (const to of await listCoOwners(tx, person)) await queueEmail(tx, { to, ...email })
}

/**
 * Lists the email addresses of the others who manage the same store: its owner and its admins. For an admin, the other
 * admins.
 */
export const listCoOwners = async (tx: Tx, person: Credentials): Promise<string[]> => {
  const { rows } = await sql<{ email: string }>`
    select email from people
    where is_active and password_hash is not null and not (kind = ${person.kind} and id = ${person.id})
      and ((${person.kind} = 'admin' and kind = 'admin') or (merchant_id = ${person.merchantId} and role in ('owner', 'admin')))
    order by email`.execute(tx)
  return rows.map(({ email }) => email)
}
