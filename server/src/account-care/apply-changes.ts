import {
  changeEmail,
  findDueChanges,
  lockDueChange,
  markApplied,
  markFailed,
  recoverPerson,
} from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { isEmailTaken } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { recoveredEmail } from './emails.ts'
import { emailChanged, emailChangeFailed, recoveryCompleted } from './facts.ts'

type Due = NonNullable<Awaited<ReturnType<typeof lockDueChange>>>

/** Applies the changes whose wait has ended and that nobody stopped, each once and in its own transaction. */
export const applyChanges = async ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  for (const { id } of await findDueChanges(db)) {
    await inTransaction(db, async (tx) => {
      const change = await lockDueChange(tx, id)
      if (!change) return
      if (change.kind === 'recovery') await recover(tx, config, change)
      else await applyEmail(tx, config, change)
    })
  }
}

type Config = Pick<Deps['config'], 'publicUrl'>

/** The owner's password and 2FA stop working, and a link lets them choose new ones. */
const recover = async (tx: Tx, config: Config, { id, merchantId }: Due) => {
  await markApplied(tx, id)
  const owner = { kind: 'merchant', id: merchantId } as const
  const { email } = await recoverPerson(tx, config, owner, recoveredEmail)
  await announce(tx, recoveryCompleted, { merchantId, detail: { email } }, { actor: 'system' })
}

/** Someone else may have taken the new address meanwhile. Then the old one stays. */
const applyEmail = async (tx: Tx, { publicUrl }: Config, { id, merchantId, oldEmail, newEmail }: Due) => {
  if (newEmail === null) throw new Error(`change ${id} has no address`)
  if (await isEmailTaken(tx, newEmail)) {
    await markFailed(tx, id)
    const detail = { email: oldEmail, newEmail }
    return announce(tx, emailChangeFailed, { merchantId, detail }, { actor: 'system' })
  }
  await markApplied(tx, id)
  await changeEmail(tx, { kind: 'merchant', id: merchantId }, newEmail)
  const about = { merchantId, before: oldEmail, after: newEmail, publicUrl }
  await announce(tx, emailChanged, about, { actor: 'system' })
}
