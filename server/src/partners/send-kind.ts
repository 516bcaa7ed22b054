import { fromSats, toCents } from '@bitquay/contract/money'
import { findSourceAddress } from '../audit-log/index.ts'
import { type Owner, postTransfer, priceEntries } from '../ledger/index.ts'
import { type Email, queueEmail, renderEmail, usd } from '../mail/index.ts'
import { notify } from '../notifications/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { emitChange } from '../platform/events/emit-change.ts'
import { getPaidVersion, renderSent, type SendByKind, type SendKindRules, type Sent } from '../sends/index.ts'

type Payout = SendByKind['payout']

const platform: Owner = { kind: 'platform' }

/**
 * A partner's money leaves the platform's wallet. The network fee is deducted from it. Only a cost beyond that (payouts
 * of earlier versions, a manual fee bump) is the platform's own cost.
 */
export const payout = (publicUrl: string): SendKindRules<'payout'> => ({
  // The held amount comes first, so that it keeps exactly the dollars it had when it was held.
  entries: async (tx, send) => {
    const { payeeSats, networkFeeSats } = await getPaidVersion(tx, send)
    const leftSats = payeeSats + networkFeeSats
    return [
      { owner: partnerOf(send), account: 'payout-hold', sats: heldSats(send) },
      { owner: platform, account: 'network-fees', sats: leftSats - send.amountSats },
      { owner: platform, account: 'revenue', sats: -send.platformFeeSats },
      { owner: platform, account: 'wallet', sats: -leftSats },
    ]
  },
  settled: (tx) => emitPartnersChange(tx),
  unsettled: (tx) => emitPartnersChange(tx),
  ended: async (tx, send) => {
    await move(tx, send, 'payout-return', -1n)
    await emitPartnersChange(tx)
  },
  announce: async (tx, send, stage) => {
    if (stage === 'broadcast') await notifySent(tx, publicUrl, send)
    if (stage === 'failed') await notifyFailed(tx, publicUrl, send)
  },
})

/** The partner always gets an email. The bell is as they choose. */
const notifySent = async (tx: Tx, publicUrl: string, send: Payout) => {
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
  await queueEmail(tx, { to: email, ...message })
  await notify(tx, { ...describe(send), kind: 'payout-sent', isOwnerEmailed: true, email: () => message })
}

const notifyFailed = (tx: Tx, publicUrl: string, send: Payout) =>
  notify(tx, {
    ...describe(send),
    kind: 'needs-attention',
    reason: 'payout-failed',
    email: () => payoutFailedEmail(publicUrl, send),
  })

const describe = ({ id, partnerId, amountUsd, address }: Payout) => ({
  to: { partnerId },
  subject: `send:${id}`,
  amountUsd,
  about: address,
})

/** Holds the money of a payout, in the transaction that saves it. */
export const holdPayout = (tx: Tx, send: Payout) => move(tx, send, 'payout-hold', 1n)

/** Moves money from earned to held, or back. The same dollars both ways, at the price of the request. */
const move = async (tx: Tx, send: Payout, kind: 'payout-hold' | 'payout-return', sign: 1n | -1n) => {
  const priceCents = toCents(send.btcPrice)
  await postTransfer(tx, {
    kind,
    reference: String(send.id),
    priceCents,
    entries: priceEntries(
      [
        { owner: partnerOf(send), account: 'payout-hold', sats: -sign * heldSats(send) },
        { owner: partnerOf(send), account: 'earned', sats: sign * heldSats(send) },
      ],
      priceCents,
    ),
  })
}

const partnerOf = ({ partnerId }: Payout): Owner => ({ kind: 'partner', id: partnerId })

const heldSats = (send: Payout) => send.amountSats + send.platformFeeSats

const emitPartnersChange = (tx: Tx) => emitChange(tx, 'admin', 'partners')

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
