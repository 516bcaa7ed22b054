import { type Email, type Fact, percent, renderEmail } from '../mail/index.ts'

/**
 * Sent to every merchant at least 30 days before a change, and for a merchant's own markup. Lists only what changes.
 */
export const feeChangeEmail = (
  publicUrl: string,
  change: {
    effectiveFrom: Date
    changes: readonly { name: string; beforePercent: string; afterPercent: string }[]
  },
): Email =>
  renderEmail((minute) => ({
    subject: 'Our fees are changing',
    paragraphs: [
      `New fees apply to payments from ${minute(change.effectiveFrom)}. Earlier payments keep the current fees.`,
    ],
    facts: change.changes.map(
      ({ name, beforePercent, afterPercent }): Fact => [name, `${percent(beforePercent)} → ${percent(afterPercent)}`],
    ),
    action: { label: 'View your fees', url: `${publicUrl}/merchant/settings?tab=payments` },
    closing: [['We’re giving you this notice as promised in ', { label: 'our terms', url: `${publicUrl}/terms` }]],
    reasons: ['Emails about fees can’t be turned off.'],
    publicUrl,
  }))

/** Sent to every merchant that was notified of a change that is canceled. */
export const feeChangeWithdrawnEmail = (publicUrl: string, effectiveFrom: Date): Email =>
  renderEmail((minute) => ({
    subject: 'Our fees are not changing',
    paragraphs: [`We canceled the fee change scheduled for ${minute(effectiveFrom)}. Your fees stay the same.`],
    action: { label: 'View your fees', url: `${publicUrl}/merchant/settings?tab=payments` },
    reasons: ['Emails about fees can’t be turned off.'],
    publicUrl,
  }))
