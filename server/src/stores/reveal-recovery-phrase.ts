import type { Body } from '@bitquay/contract/call'
import type { readRecoveryWords } from '@bitquay/contract/stores'
import {
  describeSource,
  requireWithdrawalsOpen,
  takeSecondFactor,
  toVerificationError,
  type WhoAndWhere,
} from '../accounts/index.ts'
import { recordActivity } from '../audit-log/index.ts'
import type { Deps } from '../deps.ts'
import { type Email, queueEmail, renderEmail } from '../mail/index.ts'
import { lockCredentials } from '../people/index.ts'
import { commitThenThrow } from '../platform/db/commit-then-throw.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { ApiError } from '../platform/http/api-error.ts'
import type { MerchantPerson } from '../platform/http/person.ts'
import type { Source } from '../platform/http/route.ts'
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
    await recordActivity(tx, { act: 'recovery-words-read', actor: person, source, merchantId: person.merchantId })
    const from = describeSource(tx, person, source)
    await queueEmail(tx, { to: person.email, ...recoveryWordsReadEmail(deps.config.publicUrl, from) })
    await emitChange(tx, `merchant:${person.merchantId}`, 'balance')
    return phrase
  })

/** Sent to the owner when the recovery phrase was shown. The phrase itself is never in an email. */
export const recoveryWordsReadEmail = (publicUrl: string, from: WhoAndWhere): Email =>
  renderEmail((minute) => ({
    subject: 'Your recovery phrase was revealed',
    paragraphs: [
      'The recovery phrase for your wallet was shown, and our copy was deleted. Anyone with the phrase can spend your money.',
    ],
    facts: [
      ['Account', from.account],
      ['When', minute(from.at)],
      ['Device', from.device],
      ['IP address', from.address, 'code'],
    ],
    action: { label: 'View wallet', url: `${publicUrl}/merchant/wallet` },
    notice: {
      tone: 'bad',
      line: [
        'Wasn’t you? Move your money now, ',
        { label: 'reset your password', url: `${publicUrl}/reset-password` },
        ' and ',
        { label: 'contact us', url: `${publicUrl}/contact` },
      ],
    },
    reasons: ['You’re getting this because it’s about your wallet’s security. Security emails can’t be turned off.'],
    publicUrl,
  }))
