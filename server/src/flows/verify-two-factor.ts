import type { Deps } from '../deps.ts'
import { recordAct } from '../modules/act-log/record-act.ts'
import { findClosed, forgetAttempts, limits, takeAttempt } from '../modules/auth/attempts.ts'
import { lockCredentials } from '../modules/auth/credentials.ts'
import { describeDevice } from '../modules/auth/describe-device.ts'
import { replaceRecoveryCodes } from '../modules/auth/recovery-codes.ts'
import { findTotpStep, isEqual } from '../modules/auth/totp.ts'
import { enableTwoFactor, openPendingSecret } from '../modules/auth/two-factor-state.ts'
import { twoFactorEnabledLetter } from '../modules/mail/account-letters.ts'
import { queueMail } from '../modules/mail/queue-mail.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Person } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { commitThenRefuse } from './commit-then-refuse.ts'
import { notifyCoOwners } from './notify-co-owners.ts'

/** Turns the second factor on with a code of the secret that is pending here, and of no other. Answers the recovery codes. */
export const verifyTwoFactor = (
  { db, sealer, config }: Deps,
  person: Person,
  { secret, token }: { secret: string; token: string },
  source: Source,
): Promise<string[]> =>
  commitThenRefuse<string[]>(db, async (tx) => {
    const locked = await lockCredentials(tx, person)
    if (locked.twoFactorEnabled) return new ApiError('second-factor-already-on')
    const wrongCodes = limits.wrongSecondFactor(person)
    const closed = config.rateLimits ? await findClosed(tx, wrongCodes) : undefined
    if (closed) return closed
    const pending = openPendingSecret(sealer, locked)
    if (pending === undefined || !isEqual(pending, secret)) return new ApiError('second-factor-not-pending')
    const step = findTotpStep(pending, token, locked.worldTime)
    if (step === undefined) {
      const paused = config.rateLimits && (await takeAttempt(tx, wrongCodes)) !== undefined
      if (paused) await recordAct(tx, { act: 'two-factor-paused', actor: person, source })
      return new ApiError('invalid-verification-code')
    }
    await forgetAttempts(tx, wrongCodes)
    await enableTwoFactor(tx, locked, step)
    const recoveryCodes = await replaceRecoveryCodes(tx, person)
    await recordAct(tx, { act: 'two-factor-enabled', actor: person, source })
    const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
    await queueMail(tx, { to: person.email, ...twoFactorEnabledLetter(config.publicUrl, from) })
    await notifyCoOwners(tx, config, locked, 'set up', source)
    await noteChange(tx, `person:${person.kind}:${person.id}`, 'account')
    return recoveryCodes
  })
