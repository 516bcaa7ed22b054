import type { Deps } from '../deps.ts'
import { recordAct } from '../modules/act-log/record-act.ts'
import { lockCredentials } from '../modules/auth/credentials.ts'
import { describeDevice } from '../modules/auth/describe-device.ts'
import { queueMail } from '../modules/mail/queue-mail.ts'
import { recoveryWordsReadLetter } from '../modules/mail/wallet-letters.ts'
import { lockStoreOf } from '../modules/stores/adopt.ts'
import { takeRecoveryWords } from '../modules/stores/take-recovery-words.ts'
import { noteChange } from '../platform/events/note-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { commitThenRefuse } from './commit-then-refuse.ts'
import { requireOpen } from './sends/require-open.ts'
import { takeSecondFactor } from './take-second-factor.ts'
import { toVerificationRefusal } from './to-verification-refusal.ts'

/**
 * The owner takes the keys over: whoever has these words has the wallet. So they are guarded like a withdrawal of all of
 * it, and once they were shown they are not here any more.
 */
export const readRecoveryWords = (deps: Deps, person: MerchantPerson, code: string, source: Source) =>
  commitThenRefuse(deps.db, async (tx) => {
    // The store before the person, as whoever withdraws does.
    await lockStoreOf(tx, person.merchantId)
    const locked = await lockCredentials(tx, person)
    if (!locked.twoFactorEnabled) {
      return new ApiError('second-factor-needed', {
        message: '2FA must be set up before the recovery words can be shown.',
      })
    }
    await requireOpen(tx, deps, person)
    const by = await takeSecondFactor(tx, deps, locked, code, source, { recoveryCodes: false })
    if (by instanceof ApiError) return toVerificationRefusal(by)
    const words = await takeRecoveryWords(tx, deps.sealer, person.merchantId)
    if (!words) return new ApiError('recovery-words-gone')
    await recordAct(tx, { act: 'recovery-words-read', actor: person, source, merchantId: person.merchantId })
    const from = { device: describeDevice(source.device), address: source.address, at: tx.now }
    await queueMail(tx, { to: person.email, ...recoveryWordsReadLetter(deps.config.publicUrl, from) })
    await noteChange(tx, `merchant:${person.merchantId}`, 'balance')
    return words
  })
