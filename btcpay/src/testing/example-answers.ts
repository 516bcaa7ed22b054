/** Responses in the shape of BTCPay 2.4, with a field that no known version has. */
export const STORE_ID = '9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776'
export const INVOICE_ID = 'Q7FqDTpXg8nZ3yRb4w6ZzK'
export const TXID = 'a'.repeat(64)

export const exampleStore = {
  id: STORE_ID,
  name: 'Shop',
  website: null,
  defaultCurrency: 'USD',
  invoiceExpiration: 900,
  displayExpirationTimer: 300,
  monitoringExpiration: 86400,
  speedPolicy: 'MediumSpeed',
  paymentTolerance: 0,
  archived: false,
  networkFeeMode: 'MultiplePaymentsOnly',
  fieldOfTheFuture: { any: 'thing' },
}

export const exampleInvoice = {
  id: INVOICE_ID,
  storeId: STORE_ID,
  amount: '5.00',
  paidAmount: '0.00',
  currency: 'USD',
  type: 'Standard',
  checkoutLink: `https://pay.example.com/i/${INVOICE_ID}`,
  createdTime: 1700000000,
  expirationTime: 1700000900,
  monitoringExpiration: 1700087300,
  status: 'New',
  additionalStatus: 'None',
  availableStatusesForManualMarking: ['Settled', 'Invalid'],
  archived: false,
  metadata: { orderId: 'o-1' },
  checkout: { speedPolicy: 'MediumSpeed', paymentMethods: ['BTC-CHAIN', 'BTC-LN'], defaultPaymentMethod: null },
  receipt: { enabled: null, showQR: null, showPayments: null },
  paymentMethods: [],
  fieldOfTheFuture: 1,
}

export const exampleTransaction = {
  transactionHash: TXID,
  comment: '',
  amount: '0.00012000',
  blockHash: null,
  blockHeight: null,
  confirmations: 0,
  timestamp: 1700000000,
  status: 'Unconfirmed',
  labels: { invoice: { type: 'invoice', text: 'invoice', ref: INVOICE_ID, tooltip: 'x' } },
}

export const exampleWebhook = {
  id: 'wh1',
  url: 'https://example.com/hook',
  enabled: true,
  automaticRedelivery: true,
  authorizedEvents: { everything: true, specificEvents: [] },
}

export const exampleLightningInvoice = {
  id: 'b'.repeat(64),
  status: 'Unpaid',
  BOLT11: 'lnbcrt1example',
  paymentHash: 'b'.repeat(64),
  preimage: null,
  paidAt: null,
  expiresAt: 1700000900,
  amount: '1000000',
  amountReceived: null,
}

export const exampleLightningPayment = {
  id: 'b'.repeat(64),
  paymentHash: 'b'.repeat(64),
  status: 'Complete',
  BOLT11: 'lnbcrt1example',
  preimage: 'c'.repeat(64),
  createdAt: 1700000000,
  totalAmount: '1000100',
  feeAmount: '100',
}
