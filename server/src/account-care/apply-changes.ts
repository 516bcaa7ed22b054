import {
  changeEmail,
  findDueChanges,
  lockDueChange,
  markApplied,
  markFailed,
  recoverPerson,
} from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { isEmailTaken } from '../people/index.ts'
import { inTransaction, type Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { emailChangedEmail, recoveredEmail } from './emails.ts'

type Due = NonNullable<Awaited<ReturnType<typeof lockDueChange>>>

/** Applies the changes whose wait has ended and that nobody stopped, each once and in its own transaction. */
export const applyChanges = async ({ db, config }: Pick<Deps, 'db' | 'config'>) => {
  for (const { id } of await findDueChanges(db)) {
    await inTransaction(db, async (tx) => {
      const change = await lockDueChange(tx, id)
      if (!change) return
      if (change.kind === 'recovery') await recover(tx, config, change)
      else await applyEmail(tx, config, change)
      await emitChange(tx, `merchant:${change.merchantId}`, 'settings')
      await emitChange(tx, 'admin', 'merchants')
    })
  }
}

type Config = Pick<Deps['config'], 'publicUrl'>

/** The owner's password and 2FA stop working, and a link lets them choose new ones. */
const recover = async (tx: Tx, config: Config, { id, merchantId }: Due) => {
  await markApplied(tx, id)
  const owner = { kind: 'merchant', id: merchantId } as const
  const { email } = await recoverPerson(tx, config, owner, recoveredEmail)
  await record(tx, merchantId, 'recovery-completed', { email })
}

/** Someone else may have taken the new address meanwhile. Then the old one stays. */
const applyEmail = async (tx: Tx, { publicUrl }: Config, { id, merchantId, oldEmail, newEmail }: Due) => {
  if (newEmail === null) throw new Error(`change ${id} has no address`)
  if (await isEmailTaken(tx, newEmail)) {
    await markFailed(tx, id)
    await record(tx, merchantId, 'email-change-failed', { email: oldEmail, newEmail })
    return
  }
  await markApplied(tx, id)
  await changeEmail(tx, { kind: 'merchant', id: merchantId }, newEmail)
  await record(tx, merchantId, 'email-changed', { before: oldEmail, after: newEmail })
  for (const to of [oldEmail, newEmail]) {
    await queueEmail(tx, { to, ...emailChangedEmail(publicUrl, { newEmail, at: tx.now }) })
  }
}

const record = (
  tx: Tx,
  merchantId: number,
  act: 'recovery-completed' | 'email-changed' | 'email-change-failed',
  detail: Record<string, string>,
) => recordActivity(tx, { act, actor: 'system', subject: { kind: 'merchant', id: merchantId }, merchantId, detail })
