import { fromSats } from '@bitquay/contract/money'
import { findSourceAddress } from '../audit-log/index.ts'
import { type Action, actionsOn, adminScreens, type Fact } from '../facts/index.ts'
import { type Email, renderEmail, usd } from '../mail/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { renderSent, type Send, type SendByKind, type Sent, screensOfSend } from '../sends/index.ts'
import { findWithdrawal } from './queries.ts'

type Withdrawal = SendByKind['withdrawal']

/** Events of withdrawals show them as the API does. */
const shown = async ({ merchantId, id }: Pick<Withdrawal, 'merchantId' | 'id'>, tx: Tx) => {
  const withdrawal = await findWithdrawal(tx, merchantId, id)
  return withdrawal && ([merchantId, withdrawal] as const)
}

type Requested = Pick<Send, 'id' | 'partnerId' | 'amountUsd' | 'address'> & { merchantId: number }

export const withdrawalRequested: Action<Requested> = {
  act: 'withdrawal-requested',
  entry: ({ id, merchantId, amountUsd, address }) => ({
    subject: { kind: 'send', id },
    merchantId,
    detail: { amountUsd, address },
  }),
  event: 'withdrawal.created',
  shown,
  screens: screensOfSend,
}
/** By a person. The end of the send is announced besides. */
export const withdrawalTakenBack = actionsOn('send', adminScreens())('withdrawal-cancelled')

const describe = ({ id, merchantId, amountUsd, address }: Withdrawal) => ({
  to: { merchantId },
  subject: `send:${id}`,
  amountUsd,
  about: address,
})

/** The owner always gets an email. The others choose. */
export const withdrawalBroadcast: Fact<Withdrawal & { owner: string; message: Email }> = {
  event: 'withdrawal.broadcast',
  shown,
  emails: ({ owner, message }) => [{ to: owner, ...message }],
  bell: ({ message, ...send }) => ({
    ...describe(send),
    kind: 'payout-sent',
    isOwnerEmailed: true,
    email: () => message,
  }),
}
export const withdrawalConfirmed: Fact<Withdrawal> = { event: 'withdrawal.confirmed', shown }
export const withdrawalFailed: Fact<Withdrawal & { publicUrl: string }> = {
  event: 'withdrawal.failed',
  shown,
  bell: ({ publicUrl, ...send }) => ({
    ...describe(send),
    kind: 'needs-attention',
    reason: 'payout-failed',
    email: () => withdrawalFailedEmail(publicUrl, send),
  }),
}
export const withdrawalCanceled: Fact<Withdrawal> = { event: 'withdrawal.canceled', shown }

/** What the emails about a withdrawal that has left say. */
export const writeSent = async (tx: Tx, publicUrl: string, send: Withdrawal) => ({
  owner: (await getMerchant(tx, send.merchantId)).email,
  message: withdrawalSentEmail(publicUrl, {
    amountUsd: send.amountUsd,
    amountBtc: fromSats(send.amountSats),
    address: send.address,
    txid: send.txid ?? '',
    requestedBy: send.requestedBy,
    requestedFrom: await findSourceAddress(tx, 'withdrawal-requested', send.id),
    at: tx.now,
  }),
})

export const withdrawalSentEmail = (publicUrl: string, withdrawal: Sent): Email =>
  renderSent(publicUrl, withdrawal, {
    noun: 'Withdrawal',
    paragraph: 'A withdrawal left your wallet. It usually confirms in about 10 minutes.',
    action: { label: 'View withdrawals', path: '/merchant/send' },
    wasntYou: 'Wasn’t your team?',
    reason: 'You’re getting this because money left your store. Owners’ emails about withdrawals can’t be turned off.',
  })

/** Sent to those who want an email when something needs attention. */
export const withdrawalFailedEmail = (
  publicUrl: string,
  withdrawal: { amountUsd: string; address: string; requestedBy: string },
): Email =>
  renderEmail({
    subject: `Withdrawal of ${usd(withdrawal.amountUsd)} failed`,
    heading: 'Withdrawal failed',
    paragraphs: ['A withdrawal couldn’t be sent. Its amount is available again.'],
    figure: { name: 'Amount', amount: usd(withdrawal.amountUsd) },
    facts: [
      ['To', withdrawal.address, 'code'],
      ['Requested by', withdrawal.requestedBy],
    ],
    action: { label: 'View withdrawals', url: `${publicUrl}/merchant/send` },
    settingsUrl: `${publicUrl}/merchant/settings?tab=notifications`,
    publicUrl,
  })
