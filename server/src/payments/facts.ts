import type { EventType } from '@bitquay/contract/webhooks.events'
import { adminScreens, type Fact, merchantScreens } from '../facts/index.ts'
import { type InvoiceRow, nameInvoice, presentPayment } from '../invoices/index.ts'
import type { TransactionRow } from '../transactions/index.ts'
import { paymentReceivedEmail, paymentsRefiledEmail, type Refiled } from './emails.ts'

/** Everything that shows money which a merchant received. Several payments of one sync are announced to screens once. */
export const paymentsChanged: Fact<{ merchantId: number }> = {
  screens: merchantScreens(['transactions', 'invoices', 'balance'], ['transactions']),
}

/** To the merchant's programs. An event shows the status that the payment has from then on. */
const published = (
  event: Extract<EventType, `payment.${string}`>,
  status?: 'pending' | 'confirmed',
): Fact<TransactionRow> => ({
  event,
  shown: (row) => {
    const { merchantId, invoiceId, description, depositAddressId } = row
    return [merchantId, { ...presentPayment(row), ...(status && { status }), invoiceId, description, depositAddressId }]
  },
})
export const paymentReceived = published('payment.received', 'pending')
export const paymentConfirmed = published('payment.confirmed', 'confirmed')
/** By a reorganization, or because it was double-spent. */
export const paymentReversed = published('payment.reversed')

/** The merchant's people learn of each payment that counts. */
export const paymentCounted: Fact<{
  row: TransactionRow & { storeName: string }
  invoice: InvoiceRow | undefined
  publicUrl: string
}> = {
  bell: ({ row, invoice, publicUrl }, tx) => ({
    to: { merchantId: row.merchantId },
    kind: 'payment-received',
    subject: String(row.id),
    amountUsd: row.amountUsd,
    about: invoice ? nameInvoice(invoice) : row.description,
    invoiceId: row.invoiceId,
    email: () =>
      paymentReceivedEmail(publicUrl, {
        storeName: row.storeName,
        amountUsd: row.amountUsd ?? '0.00',
        amountBtc: row.amount,
        method: row.method === 'lightning' ? 'lightning' : 'on-chain',
        invoiceId: row.invoiceId,
        description: row.description ?? invoice?.description ?? null,
        at: row.confirmedAt ?? tx.now,
      }),
  }),
}
/** Payments were assigned after they had been booked. */
export const paymentsRefiled: Fact<{
  owner: { email: string; storeName: string }
  payments: readonly Refiled[]
  publicUrl: string
}> = {
  emails: ({ owner: { email, storeName }, payments, publicUrl }) => [
    { to: email, ...paymentsRefiledEmail(publicUrl, storeName, payments) },
  ],
}
export const platformWalletSynced: Fact<unknown> = { screens: adminScreens('system') }
