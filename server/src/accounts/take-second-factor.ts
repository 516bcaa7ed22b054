import { recordAct } from '../audit-log/table.ts'
import type { Deps } from '../deps.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { Source } from '../platform/http/route.ts'
import { judgeSecondFactor } from './check-second-factor.ts'
import { describeDevice } from './describe-device.ts'
import { recoveryCodeUsedLetter, twoFactorPausedLetter } from './emails.ts'
import type { PersonRef } from './person-tables.ts'
import { type LockedCredentials, lockCredentials } from './table.credentials.ts'
import { countRecoveryCodes } from './table.recovery-codes.ts'

type Tools = Pick<Deps, 'sealer' | 'config'>

/**
 * Uses up a code from the authenticator app. For whatever needs a fresh proof of the second factor: a withdrawal too.
 * A refusal is returned and not thrown: the caller must commit (see commitThenRefuse), or wrong codes would not count.
 */
export const takeTotp = async (
  tx: Tx,
  tools: Tools,
  person: PersonRef,
  code: string,
  source: Source,
): Promise<ApiError | undefined> => {
  const outcome = await takeSecondFactor(tx, tools, await lockCredentials(tx, person), code, source, {
    recoveryCodes: false,
  })
  return outcome instanceof ApiError ? outcome : undefined
}

/** The same for someone whose row is already held, where a recovery code may do instead. */
export const takeSecondFactor = async (
  tx: Tx,
  { sealer, config }: Tools,
  person: LockedCredentials,
  code: string,
  source: Source,
  allowed: { recoveryCodes: boolean } = { recoveryCodes: true },
): Promise<'totp' | 'recovery-code' | ApiError> => {
  const judgement = await judgeSecondFactor(tx, { sealer, rateLimits: config.rateLimits }, person, code, allowed)
  const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
  if (!judgement.accepted) {
    if (judgement.paused) {
      await recordAct(tx, { act: 'two-factor-paused', actor: person, source })
      await queueMail(tx, { to: person.email, ...twoFactorPausedLetter(config.publicUrl, from) })
    }
    return judgement.refusal
  }
  if (judgement.by === 'recovery-code') {
    const left = await countRecoveryCodes(tx, person)
    await recordAct(tx, { act: 'recovery-code-used', actor: person, source, detail: { left } })
    await queueMail(tx, { to: person.email, ...recoveryCodeUsedLetter(config.publicUrl, from, left) })
  }
  return judgement.by
}
