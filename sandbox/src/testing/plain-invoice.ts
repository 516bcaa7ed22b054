import type { Invoice } from '../engine/invoices/invoice.ts'
import { LIGHTNING, ON_CHAIN } from '../engine/invoices/payment-method-ids.ts'

/** A new invoice of 100 dollars that nobody has paid. */
export const plainInvoice: Invoice = {
  id: 'invoice',
  storeId: 'store',
  sequence: 1,
  createdAt: 1000,
  expiresAt: 1900,
  monitoredUntil: 90_000,
  type: 'Standard',
  price: '100.00',
  currency: 'USD',
  rate: '108000',
  status: 'New',
  additionalStatus: 'None',
  archived: false,
  metadata: {},
  checkout: {
    speedPolicy: 'MediumSpeed',
    paymentMethods: [ON_CHAIN, LIGHTNING],
    defaultPaymentMethod: null,
    lazyPaymentMethods: false,
    expirationMinutes: 15,
    monitoringMinutes: 1440,
    paymentTolerance: 0,
    redirectURL: null,
    redirectAutomatically: false,
    defaultLanguage: null,
  },
  receipt: { enabled: null, showQR: null, showPayments: null },
  additionalSearchTerms: [],
  networkFeeMode: 'MultiplePaymentsOnly',
  prompts: [
    { methodId: ON_CHAIN, activated: true, destination: 'address', methodFee: '0' },
    { methodId: LIGHTNING, activated: true, destination: 'lnbcrt', methodFee: '0' },
  ],
  payments: [],
  watched: [],
}
