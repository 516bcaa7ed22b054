import { recordAct } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/index.ts'
import { commitThenRefuse } from '../platform/db/commit-then-throw.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Admin, Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeSecondFactor, toVerificationRefusal } from './check-second-factor.ts'
import { describeDevice } from './describe-device.ts'
import { twoFactorDisabledLetter, twoFactorResetLetter } from './emails.ts'
import { notifyCoOwners } from './notify-co-owners.ts'
import {
  clearTwoFactor,
  lockCredentials,
  lockPerson,
  type PersonRef,
  clearTwoFactor as turnOff,
} from './table.credentials.ts'
import { deleteRecoveryCodes } from './table.recovery-codes.ts'
import { endSessionsOf } from './table.sessions.ts'

/** Turns the second factor off. A recovery code does it too: whoever lost the phone could otherwise never set up a new one. */
export const disableTwoFactor = (deps: Deps, person: Person, code: string, source: Source) =>
  commitThenRefuse(deps.db, async (tx) => {
    const locked = await lockCredentials(tx, person)
    if (!locked.twoFactorEnabled) return new ApiError('second-factor-not-on')
    const by = await takeSecondFactor(tx, deps, locked, code, source)
    if (by instanceof ApiError) return toVerificationRefusal(by)
    await turnOff(tx, person)
    await deleteRecoveryCodes(tx, person)
    await recordAct(tx, { act: 'two-factor-disabled', actor: person, source, detail: { by } })
    const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
    await queueMail(tx, { to: person.email, ...twoFactorDisabledLetter(deps.config.publicUrl, from) })
    await notifyCoOwners(tx, deps.config, locked, 'turned off', source)
    await noteChange(tx, `person:${person.kind}:${person.id}`, 'account')
    return undefined
  })

/**
 * Turns off the second factor of someone who has lost phone and recovery codes. Their sessions end: whoever holds one of
 * them may be the reason why it was asked for. An admin's own goes the way of everyone's own, with a code.
 */
export const resetTwoFactor = ({ db, config }: Deps, admin: Admin, person: PersonRef, source: Source) =>
  inTransaction(db, async (tx) => {
    if (person.kind === 'admin' && person.id === admin.id) throw new ApiError('not-yourself')
    const locked = await lockPerson(tx, person)
    if (!locked) throw new ApiError('not-found')
    if (!locked.twoFactorEnabled) throw new ApiError('second-factor-not-on')
    await clearTwoFactor(tx, locked)
    await deleteRecoveryCodes(tx, locked)
    await endSessionsOf(tx, locked)
    await recordAct(tx, {
      act: 'two-factor-reset',
      actor: admin,
      source,
      subject: { kind: locked.kind, id: locked.id },
      ...(locked.merchantId === null ? {} : { merchantId: locked.merchantId }),
      detail: { email: locked.email },
    })
    await queueMail(tx, { to: locked.email, ...twoFactorResetLetter(config.publicUrl) })
    await notifyCoOwners(tx, config, locked, 'reset by an administrator', source)
    await noteChange(tx, `person:${locked.kind}:${locked.id}`, 'sessions')
    await noteChange(tx, 'admin', 'people')
  })
