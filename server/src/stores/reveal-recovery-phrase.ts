import type { Body } from '@bitquay/contract/call'
import type { readRecoveryWords } from '@bitquay/contract/stores'
import { describeSource, requireWithdrawalsOpen, takeSecondFactor, toVerificationError } from '../accounts/index.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../facts/index.ts'
import { lockCredentials } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
import { recoveryPhraseRead } from './facts.ts'
import { lockStoreOf, takeRecoveryPhrase } from './table.ts'

/**
 * Shows the owner the recovery phrase, which gives full control of the wallet. It is guarded like a withdrawal of
 * everything, and deleted once it was shown.
 */
export const revealRecoveryPhrase = (
  deps: Deps,
  person: MerchantPerson,
  { twoFactorToken, formerWalletId }: Body<typeof readRecoveryWords>,
  source: Source,
) =>
  commitThenThrow(deps.db, async (tx) => {
    // Lock the store before the person, as withdrawals do, to avoid a deadlock.
    await lockStoreOf(tx, person.merchantId)
    const locked = await lockCredentials(tx, person)
    if (!locked.twoFactorEnabled) {
      return new ApiError('second-factor-needed', {
        message: '2FA must be set up before you can reveal the recovery phrase.',
      })
    }
    await requireWithdrawalsOpen(tx, deps, person)
    const by = await takeSecondFactor(tx, deps, locked, twoFactorToken, source, { recoveryCodes: false })
    if (by instanceof ApiError) return toVerificationError(by)
    const phrase = await takeRecoveryPhrase(tx, deps.sealer, person.merchantId, formerWalletId)
    if (!phrase) return new ApiError('recovery-words-gone')
    const about = { ...person, from: describeSource(tx, person, source), publicUrl: deps.config.publicUrl }
    await announce(tx, recoveryPhraseRead, about, { actor: person, source })
    return phrase
  })
