import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockCredentials } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { takeSecondFactor, toVerificationError } from './check-second-factor.ts'
import { describeSource } from './describe-source.ts'
import { recoveryCodesRenewed } from './facts.ts'
import { replaceRecoveryCodes } from './table.recovery-codes.ts'

/** Creates ten new recovery codes. It needs a code from the app, because a recovery code must not create new ones. */
export const renewRecoveryCodes = (deps: Deps, person: Person, code: string, source: Source): Promise<string[]> =>
  commitThenThrow<string[]>(deps.db, async (tx) => {
    const locked = await lockCredentials(tx, person)
    if (!locked.twoFactorEnabled) return new ApiError('second-factor-not-on')
    const by = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
    if (by instanceof ApiError) return toVerificationError(by)
    const recoveryCodes = await replaceRecoveryCodes(tx, person)
    const about = { person, from: describeSource(tx, person, source), publicUrl: deps.config.publicUrl }
    await announce(tx, recoveryCodesRenewed, about, { actor: person, source })
    return recoveryCodes
  })
