import { randomBytes } from 'node:crypto'
import { acceptInvitation } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { wellKnownPassword } from './ensure-demo-people.ts'
import { source } from './make-demo-applications.ts'

/** Where others can reach us, nobody knows it. */
const unknownPassword = randomBytes(24).toString('base64url')

/** An owner opens the link of the invitation and chooses a password. Does nothing for one who has joined. */
export const acceptDemoInvitation = async (deps: Deps, email: string) => {
  const invited = await deps.db
    .selectFrom('merchants')
    .innerJoin('mailOutbox', 'mailOutbox.recipient', 'merchants.email')
    .select('bodyText')
    .where('merchants.email', '=', email)
    .where('passwordHash', 'is', null)
    .orderBy('mailOutbox.id', 'desc')
    .execute()
  const [token] = invited.flatMap(({ bodyText }) => /\/welcome\?token=([\w%-]+)/.exec(bodyText)?.[1] ?? [])
  if (token === undefined) return
  const newPassword = deps.config.onLoopback ? wellKnownPassword : unknownPassword
  await acceptInvitation(deps, { token: decodeURIComponent(token), newPassword }, source)
}
