/**
 * Example objects by the name of their schema. The OpenAPI document shows them for whole objects, and each property
 * with its value in the first example that has it. A test checks them against the schemas.
 */

const txid = 'b6f6991d03df0e2e04dafffcd6bc418aac66049e2cd74b80f14ac86db1e3f0da'
const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const invoiceId = '8DMHXzEpvCGuHFFhFvwGbQ'
const [createdAt, laterAt] = ['2026-11-16T09:30:00.000Z', '2026-11-16T09:45:00.000Z']

const invoice = {
  invoiceId,
  status: 'new',
  additionalStatus: 'none',
  amount: '49.90',
  currency: 'USD',
  amountBtc: '0.00049900',
  amountUsd: '49.90',
  paidBtc: '0.00000000',
  dueBtc: '0.00049900',
  description: 'Blue mug',
  bitcoinAddress: address,
  lightningInvoice: 'lnbc499u1p5example',
  qrCodeData: `bitcoin:${address}?amount=0.00049900`,
  createdAt,
  expiresAt: laterAt,
  paidAt: null,
  redirectUrl: 'https://shop.example/thanks',
  customerEmail: 'ada@shop.example',
  customerName: 'Ada Lovelace',
  metadata: { orderId: 'order-1042' },
  paymentLinkId: null,
  checkoutLink: `https://pay.shop.example/i/${invoiceId}`,
  missingMethods: [],
  mayBeMarked: ['settled', 'invalid'],
  orderId: 'order-1042',
}

const methodLimit = { method: 'lightning', min: '1.00', max: '500.00' }

const options = {
  expirationMinutes: 30,
  paymentMethods: ['on-chain', 'lightning'],
  methodLimits: [methodLimit],
  paymentTolerance: 1,
  confirmations: 1,
  redirectUrl: 'https://shop.example/thanks',
  redirectAutomatically: true,
  cancelUrl: 'https://shop.example/cart',
  language: 'de',
  orderId: 'order-1042',
  metadata: { color: 'blue' },
}

const { redirectUrl: _redirectUrl, metadata: _metadata, ...shownOptions } = options
/** A top-up with every option, for the properties that other invoices leave out. */
const topUp = {
  ...invoice,
  ...shownOptions,
  amount: '0',
  amountBtc: null,
  amountUsd: null,
  dueBtc: null,
  type: 'top-up',
}

const payment = {
  id: `${txid}-0`,
  txid,
  method: 'on-chain',
  amountBtc: '0.00049900',
  amountUsd: '49.90',
  status: 'confirmed',
  confirmations: 1,
  seenAt: createdAt,
  counted: { amount: '49.90', rate: '100000.00', reason: 'in-time', note: null },
}

const refund = {
  id: 31,
  invoiceId,
  kind: 'partial',
  status: 'offered',
  awaitingApproval: false,
  amount: '10.00',
  currency: 'USD',
  amountBtc: '0.00010000',
  amountUsd: '10.00',
  reason: 'One mug was broken',
  customerEmail: 'ada@shop.example',
  address: null,
  txid: null,
  confirmations: 0,
  offeredBy: 'API key shop',
  offeredAt: createdAt,
  expiresAt: '2026-12-16T09:30:00.000Z',
  claimedAt: null,
  paidAt: null,
}

const refundable = { everythingBtc: '0.00049900', overpaidBtc: '0.00000000', rates: { USD: '100000.00' } }

const paymentLinkFields = {
  title: 'Workshop ticket',
  description: 'One seat on Friday',
  currency: 'USD',
  amount: '25.00',
  minAmount: null,
  maxAmount: null,
  askName: 'optional',
  askEmail: 'required',
  maxPayments: 20,
  expiresAt: '2026-12-31T23:59:59.000Z',
}

const paymentLink = {
  ...paymentLinkFields,
  id: 12,
  slug: 'k3v9x2',
  url: 'https://pay.shop.example/p/k3v9x2',
  paused: false,
  status: 'active',
  invoices: 4,
  payments: 3,
  receivedBtc: '0.00075000',
  receivedUsd: '75.00',
  createdBy: 'API key shop',
  createdAt,
  updatedAt: createdAt,
}

const withdrawal = {
  id: 7,
  status: 'broadcast',
  customerAmount: '600.00',
  totalFee: '0.00',
  partnerShare: '0.00',
  merchantShare: '0.00',
  netAmountSent: '600.00',
  amountBtc: '0.00600000',
  networkFeeBtc: '0.00000710',
  networkFeeUsd: '0.71',
  btcPrice: '100000.00',
  address,
  description: 'Supplier 18',
  promoCode: null,
  amountSavedUsd: null,
  txid,
  confirmations: 0,
  problem: null,
  mayBeCancelled: false,
  requestedBy: 'API key payouts',
  requestedAt: createdAt,
  broadcastAt: createdAt,
  confirmedAt: null,
}

const transaction = {
  id: txid,
  key: `${txid}-0`,
  type: 'incoming',
  status: 'confirmed',
  disputed: false,
  paymentMethod: 'BTC',
  purpose: 'invoice',
  amount: '0.00049900',
  amountUSD: '49.90',
  feeAmount: '-0.00000499',
  feeUSD: '-0.50',
  feePercent: 1,
  platformFeeUSD: '-0.40',
  partnerFeeUSD: '-0.10',
  netAmount: '0.00049401',
  netUSD: '49.40',
  btcPrice: '100000.00',
  confirmedAt: laterAt,
  paymentLinkId: null,
  address,
  invoiceId,
  label: 'Blue mug',
  timestamp: 1794821400,
  confirmations: 3,
  blockHeight: 925041,
  fee: '0.00000282',
  feeRate: 2,
  size: 222,
  weight: 561,
  customerEmail: 'ada@shop.example',
  customerName: 'Ada Lovelace',
  itemDescription: 'Blue mug',
  inputs: [{ address, amount: '0.00100000', previousTxid: txid }],
  outputs: [{ address, amount: '0.00049900', index: 0 }],
}

const depositAddress = {
  id: 5,
  reference: 'customer-77',
  address,
  payments: 2,
  receivedBtc: '0.00200000',
  receivedUsd: '200.00',
  createdAt,
}

const money = { btc: '0.01250000', usd: '1250.00' }

const endpoint = {
  id: 3,
  kind: 'standard',
  url: 'https://shop.example/webhooks',
  description: 'Orders',
  events: ['invoice.settled', 'refund.confirmed'],
  enabled: true,
  disabledBecause: null,
  pausedUntil: null,
  previousSecretUntil: null,
  waiting: 0,
  failed: 0,
  dropped: 0,
  lastDeliveredAt: laterAt,
  createdAt,
}

export const examples: Readonly<Record<string, readonly unknown[]>> = {
  Invoice: [invoice, topUp],
  CreatedInvoice: [
    { ...invoice, mailedAt: createdAt },
    { ...topUp, mailedAt: null },
  ],
  InvoiceDetails: [
    { ...invoice, mailedAt: createdAt, payments: [payment], refunds: [refund], refundable },
    { ...topUp, mailedAt: null, payments: [], refunds: [], refundable },
  ],
  CreateInvoiceRequest: [
    { amount: '49.90', currency: 'USD', description: 'Blue mug', orderId: 'order-1042' },
    {
      amount: null,
      currency: 'USD',
      description: 'Blue mug',
      customerEmail: 'ada@shop.example',
      customerName: 'Ada Lovelace',
      ...options,
    },
  ],
  MarkInvoiceRequest: [{ status: 'settled' }],
  MethodLimit: [methodLimit],
  InvoicePayment: [payment],
  Payment: [{ ...payment, invoiceId, description: null, depositAddressId: null }],
  Refund: [refund],
  Refundable: [refundable],
  CreateRefundRequest: [{ amount: '10.00', currency: 'USD', reason: 'One mug was broken' }],
  RefundInvoiceRequest: [{ kind: 'everything', reason: 'The order was canceled' }],
  PaymentLink: [paymentLink, { ...paymentLink, ...options }],
  CreatePaymentLinkRequest: [
    { title: 'Workshop ticket', amount: '25.00' },
    { ...paymentLinkFields, ...options },
  ],
  ChangePaymentLinkRequest: [{ paused: true }, { ...paymentLinkFields, ...options, paused: false }],
  DepositAddress: [depositAddress],
  CreateDepositAddressRequest: [{ reference: 'customer-77' }],
  Currency: [{ code: 'EUR', decimals: 2 }],
  Withdrawal: [withdrawal],
  CreateWithdrawalRequest: [{ address, amountUsd: '600.00', description: 'Supplier 18' }],
  Transaction: [transaction],
  TransactionInput: transaction.inputs,
  TransactionOutput: transaction.outputs,
  Money: [money],
  Balances: [
    {
      onChain: money,
      available: money,
      lightning: money,
      feesOwed: money,
      configured: true,
      asOf: createdAt,
      stale: false,
    },
  ],
  ListedInvoice: [invoice, { ...topUp, payments: [payment], refunds: [refund] }],
  ChangeInvoiceRequest: [{ metadata: { color: 'green', note: null } }],
  Rate: [{ currency: 'EUR', rate: '86250.00', at: createdAt, stale: false }],
  QuoteWithdrawalRequest: [{ amountUsd: '600.00' }],
  WithdrawalQuote: [
    {
      amountUsd: '600.00',
      amountBtc: '0.00600000',
      feeUsd: '0.00',
      networkFeeUsd: '0.71',
      networkFeeBtc: '0.00000710',
      feeRate: 5,
      totalUsd: '600.71',
      totalBtc: '0.00600710',
      availableUsd: '1249.29',
      sufficient: true,
      btcPrice: '100000.00',
    },
  ],
  ApiKey: [
    {
      id: 8,
      name: 'shop',
      prefix: 'bq_test_4fK9',
      mode: 'test',
      storeName: 'Mug Shop',
      scopes: ['read', 'invoices'],
      allowedSources: ['203.0.113.0/24'],
      withdrawalAddresses: [],
      dailyRefundLimitUsd: '0.00',
      createdAt,
      expiresAt: null,
    },
  ],
  WebhookEndpoint: [endpoint],
  DisabledEndpoint: [
    {
      id: endpoint.id,
      url: endpoint.url,
      description: endpoint.description,
      events: endpoint.events,
      enabled: false,
      disabledBecause: 'gone',
    },
  ],
  WebhookEndpointWithSecret: [{ ...endpoint, secret: 'whsec_c2VjcmV0IG9mIHRoaXMgZXhhbXBsZQ==' }],
  CreateWebhookEndpointRequest: [{ url: endpoint.url, description: endpoint.description, events: endpoint.events }],
  ChangeWebhookEndpointRequest: [
    { url: endpoint.url, description: endpoint.description, events: ['*'], enabled: true },
  ],
  ApiRequest: [
    {
      requestId: '6f1c2d5e-9a0b-4c3d-8e7f-1a2b3c4d5e6f',
      at: createdAt,
      method: 'POST',
      path: '/api/v1/invoices',
      status: 200,
      durationMs: 84,
      keyPrefix: 'bq_test_4fK9',
    },
  ],
  TestDelivery: [{ deliveryId: 91 }],
  WebhookDelivery: [
    {
      id: 91,
      eventId: 'evt_0f8fad5bd9cb469fa16570867728950e',
      type: 'invoice.settled',
      status: 'delivered',
      attempts: 1,
      answerStatus: 200,
      error: null,
      dueAt: null,
      lastAttemptAt: laterAt,
      createdAt,
    },
  ],
  Done: [{ message: 'The endpoint was removed.' }],
  TestedEndpoint: [{ endpointId: 3 }],
  Event: [{ id: 'evt_0f8fad5bd9cb469fa16570867728950e', type: 'invoice.settled', createdAt: laterAt, data: invoice }],
  OpenApiDocument: [{ openapi: '3.1.0' }],
}

/** Example values of parameters, by name. */
export const parameterExamples: Readonly<Record<string, unknown>> = {
  limit: 25,
  cursor: '1042',
  invoiceId,
  id: 31,
  deliveryId: 907,
  search: 'order-1042',
  from: '2026-11-01T00:00:00Z',
  to: '2026-11-30T23:59:59Z',
  tz: 'Europe/Berlin',
  sort: '-date',
  minAmount: '0.001',
  orderId: 'order-1042',
  customerEmail: 'ada@shop.example',
  metadata: { color: 'blue' },
  expand: ['payments'],
  after: 'evt_0f8fad5bd9cb469fa16570867728950e',
}
