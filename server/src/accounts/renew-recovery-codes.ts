import { recordAct } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/index.ts'
import { commitThenRefuse } from '../platform/db/commit-then-throw.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeSecondFactor, toVerificationRefusal } from './check-second-factor.ts'
import { describeDevice } from './describe-device.ts'
import { recoveryCodesRenewedLetter } from './emails.ts'
import { lockCredentials } from './table.credentials.ts'
import { replaceRecoveryCodes } from './table.recovery-codes.ts'

/** Ten new recovery codes with a code from the app; a recovery code cannot make its own successors. */
export const renewRecoveryCodes = (deps: Deps, person: Person, code: string, source: Source): Promise<string[]> =>
  commitThenRefuse<string[]>(deps.db, async (tx) => {
    const locked = await lockCredentials(tx, person)
    if (!locked.twoFactorEnabled) return new ApiError('second-factor-not-on')
    const by = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
    if (by instanceof ApiError) return toVerificationRefusal(by)
    const recoveryCodes = await replaceRecoveryCodes(tx, person)
    await recordAct(tx, { act: 'recovery-codes-renewed', actor: person, source })
    const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
    await queueMail(tx, { to: person.email, ...recoveryCodesRenewedLetter(deps.config.publicUrl, from) })
    await noteChange(tx, `person:${person.kind}:${person.id}`, 'account')
    return recoveryCodes
  })
