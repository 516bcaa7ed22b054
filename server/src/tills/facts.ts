import { actionsOn, type Fact, merchantScreens } from '../facts/index.ts'
import { type RefundRequest, refundRequestedEmail } from './emails.ts'

const screens = merchantScreens(['tills'])

const onTill = actionsOn('till', screens)
export const tillCreated = onTill('till-created')
export const tillChanged = onTill('till-changed')
/** A shift, an item or a refund that the audit log names elsewhere. */
export const tillUsed: Fact<{ merchantId: number }> = { screens }

const onItem = actionsOn('till-item', screens)
export const tillItemAdded = onItem('till-item-added')
export const tillItemChanged = onItem('till-item-changed')
export const tillItemRemoved = onItem('till-item-removed')
export const tillItemsImported = actionsOn('merchant', screens)('till-items-imported')
export const taxRateChanged = actionsOn('tax-rate', screens)('tax-rate-changed')

const onDevice = actionsOn('till-device', screens)
export const tillDeviceAdded = onDevice('till-device-added')
export const tillDeviceBound = onDevice('till-device-bound')
export const tillDeviceChanged = onDevice('till-device-changed')
export const tillDeviceUnlocked = onDevice('till-device-unlocked')
export const tillDeviceRevoked = onDevice('till-device-revoked')
export const tillRefundsLocked = onDevice('till-refunds-locked')

const onCashier = actionsOn('till-cashier', screens)
export const tillCashierAdded = onCashier('till-cashier-added')
export const tillCashierRemoved = onCashier('till-cashier-removed')

/** A cashier waits for a decision. */
export const tillRefundRequested: Fact<RefundRequest & { publicUrl: string }> = {
  bell: ({ publicUrl, ...request }) => ({
    to: { merchantId: request.merchantId },
    kind: 'needs-attention',
    subject: `till-refund:${request.id}`,
    reason: 'refund-requested',
    amountUsd: request.amountUsd,
    about: `${request.cashier}, ${request.device}`,
    invoiceId: request.invoiceId,
    email: () => refundRequestedEmail(publicUrl, request),
  }),
  screens,
}
export const tillRefundDeclined = actionsOn('till-refund', screens)('till-refund-declined')
