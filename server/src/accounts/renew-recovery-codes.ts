import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { queueEmail } from '../mail/index.ts'
import { lockCredentials } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeSecondFactor, toVerificationError } from './check-second-factor.ts'
import { describeSource } from './describe-source.ts'
import { recoveryCodesRenewedEmail } from './emails.ts'
import { replaceRecoveryCodes } from './table.recovery-codes.ts'

/** Creates ten new recovery codes. It needs a code from the app, because a recovery code must not create new ones. */
export const renewRecoveryCodes = (deps: Deps, person: Person, code: string, source: Source): Promise<string[]> =>
  commitThenThrow<string[]>(deps.db, async (tx) => {
    const locked = await lockCredentials(tx, person)
    if (!locked.twoFactorEnabled) return new ApiError('second-factor-not-on')
    const by = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
    if (by instanceof ApiError) return toVerificationError(by)
    const recoveryCodes = await replaceRecoveryCodes(tx, person)
    await recordActivity(tx, { act: 'recovery-codes-renewed', actor: person, source })
    const from = describeSource(tx, person, source)
    await queueEmail(tx, { to: person.email, ...recoveryCodesRenewedEmail(deps.config.publicUrl, from) })
    await emitChange(tx, `person:${person.kind}:${person.id}`, 'account')
    return recoveryCodes
  })
