import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { commitThenRefuse } from '../platform/db/commit-then-throw.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { describeDevice } from './describe-device.ts'
import { twoFactorDisabledLetter } from './emails.ts'
import { notifyCoOwners } from './notify-co-owners.ts'
import { lockCredentials } from './table.credentials.ts'
import { deleteRecoveryCodes } from './table.recovery-codes.ts'
import { takeSecondFactor } from './take-second-factor.ts'
import { toVerificationRefusal } from './to-verification-refusal.ts'
import { disableTwoFactor as turnOff } from './two-factor-state.ts'

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
