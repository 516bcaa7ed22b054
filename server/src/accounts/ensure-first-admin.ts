import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { createAdmin, findCredentialsByEmail, hasAdmin, lockFirstAdmin } from '../people/index.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { firstAdminCreated } from './facts.ts'
import { commonPasswords } from './require-uncommon-password.ts'

/**
 * Creates the admin that the settings name while there is none. It may run at every start and on several servers at once.
 * Once there is an admin, the settings have no effect: who can change them could otherwise become one.
 */
export const ensureFirstAdmin = async ({ db, config, passwords }: Pick<Deps, 'db' | 'config' | 'passwords'>) => {
  if (!config.firstAdmin || (await hasAdmin(db))) return
  const email = config.firstAdmin.email.trim().toLowerCase()
  const { password } = config.firstAdmin
  const known = await findCredentialsByEmail(db, email)
  if (known && known.kind !== 'admin')
    throw new Error('ADMIN_EMAIL belongs to an account that isn’t an administrator. Use another address.')
  if (commonPasswords.has(password.toLowerCase())) throw new Error('ADMIN_PASSWORD is too common. Choose another one.')
  const passwordHash = await passwords.hash(password)
  await inTransaction(db, async (tx) => {
    await lockFirstAdmin(tx)
    // Another server may have created the admin first.
    if (await hasAdmin(tx)) return
    const admin = await createAdmin(tx, { email, name: 'Administrator', passwordHash })
    await announce(tx, firstAdminCreated, admin, { actor: 'system' })
  })
}
