import { fromSats } from '@bitquay/contract/money'
import { type Action, type Addressed, actionsOn, type Fact, merchantScreens, type OfSubject } from '../facts/index.ts'
import type { Tx } from '../platform/db/transaction.ts'
import { type Send, screensOfSend } from '../sends/index.ts'
import { refundClaimedEmail } from './emails.ts'
import { getRefund } from './queries.ts'
import type { Refund } from './table.ts'

type OfRefund = { id: number; merchantId: number }

const screens = merchantScreens(['refunds'])
const onRefund = actionsOn('refund', screens)
/** As the API shows it, without the claim link. */
const shown = async ({ merchantId, id }: OfRefund, tx: Tx) => [merchantId, await getRefund(tx, merchantId, id)] as const

export const refundOffered: Action<OfSubject & OfRefund & { email: Addressed | undefined }> = {
  ...onRefund('refund-offered'),
  event: 'refund.created',
  shown,
  emails: ({ email }) => email && [email],
}
/** It is sent now, or waits for one of the merchant's people. */
export const refundClaimed: Action<{
  refund: Refund
  address: string
  send: Send | undefined
  isSignedOutside: boolean
  publicUrl: string
}> = {
  act: 'refund-claimed',
  entry: ({ refund: { id, merchantId, invoiceId }, address }) => ({
    subject: { kind: 'refund', id },
    merchantId,
    detail: { invoiceId, address },
  }),
  event: 'refund.claimed',
  shown: ({ refund }, tx) => shown(refund, tx),
  bell: ({ refund, address, send, isSignedOutside, publicUrl }, tx) => ({
    to: { merchantId: refund.merchantId },
    kind: 'refund-claimed',
    // A refund that could not be sent may be claimed again.
    subject: `${refund.id}:${refund.claims}`,
    amountUsd: refund.amountUsd,
    about: refund.customerEmail,
    invoiceId: refund.invoiceId,
    email: () =>
      refundClaimedEmail(publicUrl, {
        ...refund,
        amountBtc: fromSats(refund.amountSats),
        address,
        at: tx.now,
        isApproved: send !== undefined,
        signingRequestId: send && isSignedOutside ? send.id : null,
      }),
  }),
  screens: ({ refund, send }) => [...(send ? screensOfSend(send) : []), ...screens(refund)],
}
export const refundApproved: Action<OfSubject & OfRefund & { send: Send }> = {
  ...onRefund('refund-approved'),
  screens: ({ send, merchantId }) => [...screensOfSend(send), ...screens({ merchantId })],
}
export const refundCanceled: Action<OfSubject & OfRefund> = {
  ...onRefund('refund-called-off'),
  event: 'refund.failed',
  shown,
}
export const refundBroadcast: Fact<OfRefund> = { event: 'refund.broadcast', shown }
export const refundConfirmed: Fact<OfRefund> = { event: 'refund.confirmed', shown, screens }
/** A reorganization removed its payment, which is expected again. */
export const refundUnconfirmed: Fact<OfRefund> = { screens }
export const refundFailed: Fact<OfRefund> = { event: 'refund.failed', shown, screens }
export const refundExpired: Fact<OfRefund> = { event: 'refund.expired', shown, screens }
