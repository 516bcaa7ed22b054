import { centsOfSats, fromCents, fromSats, toCents } from '@bitquay/contract/money'
import { sql } from 'kysely'
import { findSourceAddress } from '../audit-log/index.ts'
import { recordEvent } from '../facts/index.ts'
import { getTerms, reverseFee, saveFees, splitPool } from '../fees/index.ts'
import type { Entry, Owner } from '../ledger/index.ts'
import { type Email, queueEmail, renderEmail, usd } from '../mail/index.ts'
import { notify } from '../notifications/index.ts'
import { getMerchant } from '../people/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import {
  redeemPromoCode,
  releasePromoCode,
  savePromoTransactionId,
  undoForgivenessOfFee,
  undoRedemption,
} from '../promo-codes/index.ts'
import { renderSent, type SendByKind, type SendKindRules, type Sent } from '../sends/index.ts'
import { hasOwnServer } from '../stores/index.ts'
import { findWithdrawal } from './queries.ts'

const eventOfStage = {
  broadcast: 'withdrawal.broadcast',
  confirmed: 'withdrawal.confirmed',
  failed: 'withdrawal.failed',
  canceled: 'withdrawal.canceled',
} as const

type Withdrawal = SendByKind['withdrawal']

const platform: Owner = { kind: 'platform' }

/**
 * The merchant's coins are not in our ledger. A fee on the withdrawal, where the schedule has one, is owed once it
 * confirms.
 */
export const withdrawal = (publicUrl: string): SendKindRules<'withdrawal'> => ({
  entries: async (tx, send) => {
    if (send.platformFeeSats === 0n) return []
    const { partners } = await getTerms(tx, send.merchantId)
    const shares = splitPool(send.partnerFeeSats, partners).map(
      ({ partnerId, sats }): Omit<Entry, 'usd8'> => ({
        owner: { kind: 'partner', id: partnerId },
        account: 'earned',
        sats: -sats,
      }),
    )
    const sharedSats = shares.reduce((sum, { sats }) => sum - sats, 0n)
    return [
      { owner: { kind: 'merchant', id: send.merchantId }, account: 'fees-owed', sats: send.platformFeeSats },
      ...shares,
      { owner: platform, account: 'revenue', sats: sharedSats - send.platformFeeSats },
    ]
  },
  settled: async (tx, send) => {
    if (send.transferId !== null) await saveWithdrawalFee(tx, send, send.transferId)
    // What only the merchant's own server reports is first proved on the chain (prove-redemptions.ts).
    if (send.promoCodeId === null || (await hasOwnServer(tx, send.merchantId))) return
    await redeemPromoCode(tx, send.id)
  },
  unsettled: async (tx, send) => {
    await undoRedemption(tx, send.id)
    if (send.transferId === null) return
    await undoForgivenessOfFee(tx, send.transferId)
    await reverseFee(tx, send.transferId)
  },
  ended: (tx, send) => releasePromoCode(tx, send.id),
  onTxid: (tx, send, txid) => savePromoTransactionId(tx, send.id, txid),
  announce: async (tx, send, stage) => {
    if (stage === 'broadcast') await notifySent(tx, publicUrl, send)
    if (stage === 'failed') await notifyFailed(tx, publicUrl, send)
    // Events of withdrawals show them as the API does.
    const shown = await findWithdrawal(tx, send.merchantId, send.id)
    if (shown) await recordEvent(tx, send.merchantId, eventOfStage[stage], shown)
  },
})

/** The owner always gets an email. The others choose. */
const notifySent = async (tx: Tx, publicUrl: string, send: Withdrawal) => {
  const { email } = await getMerchant(tx, send.merchantId)
  const message = withdrawalSentEmail(publicUrl, {
    amountUsd: send.amountUsd,
    amountBtc: fromSats(send.amountSats),
    address: send.address,
    txid: send.txid ?? '',
    requestedBy: send.requestedBy,
    requestedFrom: await findSourceAddress(tx, 'withdrawal-requested', send.id),
    at: tx.now,
  })
  await queueEmail(tx, { to: email, ...message })
  await notify(tx, { ...describe(send), kind: 'payout-sent', isOwnerEmailed: true, email: () => message })
}

const notifyFailed = (tx: Tx, publicUrl: string, send: Withdrawal) =>
  notify(tx, {
    ...describe(send),
    kind: 'needs-attention',
    reason: 'payout-failed',
    email: () => withdrawalFailedEmail(publicUrl, send),
  })

const describe = ({ id, merchantId, amountUsd, address }: Withdrawal) => ({
  to: { merchantId },
  subject: `send:${id}`,
  amountUsd,
  about: address,
})

const saveWithdrawalFee = async (tx: Tx, send: Withdrawal, transferId: bigint) => {
  const milliPercent = (send.platformFeeSats * 100_000n + send.amountSats / 2n) / send.amountSats
  const fee = {
    transactionId: null,
    invoiceId: null,
    txid: send.txid,
    transferId,
    kind: 'withdrawal' as const,
    originalAmountBtc: fromSats(send.amountSats),
    originalAmountUsd: send.amountUsd,
    feeMilliPercent: milliPercent,
    feeBtc: fromSats(send.platformFeeSats),
    feeUsd: fromCents(centsOfSats(send.platformFeeSats, toCents(send.btcPrice))),
    btcPrice: send.btcPrice,
    partnerSats: await readPartnerSats(tx, transferId),
    processed: false,
  }
  await saveFees(tx, send.merchantId, [fee])
}

/** Each share was rounded down, and partners may have changed since the request: the booked shares count. */
const readPartnerSats = async (tx: Tx, transferId: bigint): Promise<bigint> => {
  const { rows } = await sql<{ sats: bigint }>`
    select coalesce(-sum(e.amount_sats), 0)::bigint as sats from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = ${transferId} and a.kind = 'earned'`.execute(tx)
  return rows[0]?.sats ?? 0n
}

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
