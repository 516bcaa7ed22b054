import type { InvoicePayment } from '@bitquay/btcpay/wire/invoices'
import type { Payment } from '../../engine/invoices/invoice.ts'
import { decimal, formatDecimal } from '../../engine/rates/decimal.ts'

export const toPaymentView = (payment: Payment): InvoicePayment => ({
  id: payment.id,
  receivedDate: payment.receivedAt,
  value: formatDecimal(decimal(payment.value), 8),
  fee: formatDecimal(decimal(payment.fee), 8),
  status: payment.status === 'Unaccounted' ? 'Invalid' : payment.status,
  destination: payment.destination,
})
