import { type Email, type Fact, minute, percent, renderEmail } from '../mail/index.ts'

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
  renderEmail({
    subject: 'Our fees are going to change',
    paragraphs: [
      `From ${minute(change.effectiveFrom)} on, payments are booked under new fees. What was booked before stays as it is.`,
    ],
    facts: change.changes.map(
      ({ name, beforePercent, afterPercent }): Fact => [name, `${percent(beforePercent)} → ${percent(afterPercent)}`],
    ),
    action: { label: 'See your fees', url: `${publicUrl}/merchant/settings` },
    closing: [`Our terms promise this notice: ${publicUrl}/terms`],
  })

/** Sent to every merchant that was notified of a change that is canceled. */
export const feeChangeWithdrawnEmail = (publicUrl: string, effectiveFrom: Date): Email =>
  renderEmail({
    subject: 'Our fees stay as they are',
    paragraphs: [
      `We had announced new fees from ${effectiveFrom.toISOString().slice(0, 16).replace('T', ' ')} UTC on. We have taken that back.`,
    ],
    action: { label: 'See your fees', url: `${publicUrl}/merchant/settings` },
  })
