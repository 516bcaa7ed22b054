import { fromSats } from '@bitquay/contract/money'
import { findSourceAddress } from '../audit-log/index.ts'
import { type Action, actionsOn, adminScreens, type Fact, type OfSubject } from '../facts/index.ts'
import { type Email, renderEmail, usd } from '../mail/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { renderSent, type Send, type SendByKind, type Sent, screensOfSend } from '../sends/index.ts'

type Payout = SendByKind['payout']

const screens = adminScreens('partners')

export const partnerCreated = actionsOn('partner', screens)('partner-created')
export const partnerChanged: Action<OfSubject & { id: number }> = {
  ...partnerCreated,
  act: 'partner-changed',
  screens: ({ id }) => [
    ['admin', 'partners'],
    [`partner:${id}`, 'partners'],
    [`person:partner:${id}`, 'account'],
  ],
}
export const earningsCarried: Fact<{ partnerId: number }> = {
  screens: ({ partnerId }) => [
    [`partner:${partnerId}`, 'partners'],
    ['admin', 'partners'],
  ],
}
export const payoutRequested: Action<Send> = {
  act: 'partner-withdrawal-requested',
  entry: ({ id, amountUsd, address }) => ({ subject: { kind: 'send', id }, detail: { amountUsd, address } }),
  screens: screensOfSend,
}

const describe = ({ id, partnerId, amountUsd, address }: Payout) => ({
  to: { partnerId },
  subject: `send:${id}`,
  amountUsd,
  about: address,
})

/** The partner always gets an email. The bell is as they choose. */
export const payoutBroadcast: Fact<Payout & { to: string; message: Email }> = {
  emails: ({ to, message }) => [{ to, ...message }],
  bell: ({ message, ...send }) => ({
    ...describe(send),
    kind: 'payout-sent',
    isOwnerEmailed: true,
    email: () => message,
  }),
}
export const payoutFailed: Fact<Payout & { publicUrl: string }> = {
  bell: ({ publicUrl, ...send }) => ({
    ...describe(send),
    kind: 'needs-attention',
    reason: 'payout-failed',
    email: () => payoutFailedEmail(publicUrl, send),
  }),
}
/** The administrators see what a partner has. */
export const payoutBooked: Fact<unknown> = { screens }

/** What the emails about a payout that has left say. */
export const writeSent = async (tx: Tx, publicUrl: string, send: Payout) => {
  const { email } = await tx
    .selectFrom('partners')
    .select('email')
    .where('id', '=', send.partnerId)
    .executeTakeFirstOrThrow()
  const message = payoutSentEmail(publicUrl, {
    amountUsd: send.amountUsd,
    amountBtc: fromSats(send.amountSats),
    address: send.address,
    txid: send.txid ?? '',
    requestedBy: send.requestedBy,
    requestedFrom: await findSourceAddress(tx, 'partner-withdrawal-requested', send.id),
    at: tx.now,
  })
  return { to: email, message }
}

/** Sent to a partner when a payout was broadcast. */
export const payoutSentEmail = (publicUrl: string, payout: Sent): Email =>
  renderSent(publicUrl, payout, {
    noun: 'Payout',
    paragraph: 'Your earnings were sent. They usually confirm in about 10 minutes.',
    action: { label: 'View wallet', path: '/partner/wallet' },
    wasntYou: 'Wasn’t you?',
    reason: 'You’re getting this because these are your earnings. Payout emails can’t be turned off.',
  })

/** Sent to a partner who wants an email when something needs attention. */
export const payoutFailedEmail = (publicUrl: string, payout: { amountUsd: string; address: string }): Email =>
  renderEmail({
    subject: `Payout of ${usd(payout.amountUsd)} failed`,
    heading: 'Payout failed',
    paragraphs: ['Your payout couldn’t be sent. Its amount is back in your balance.'],
    figure: { name: 'Amount', amount: usd(payout.amountUsd) },
    facts: [['To', payout.address, 'code']],
    action: { label: 'View wallet', url: `${publicUrl}/partner/wallet` },
    settingsUrl: `${publicUrl}/partner/settings`,
    publicUrl,
  })
