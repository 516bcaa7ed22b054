import { BASE_PATH, describeRequests } from '../testing/describe-requests.ts'
import {
  exampleInvoice,
  exampleLightningInvoice,
  exampleLightningPayment,
  exampleWebhook,
  INVOICE_ID,
  STORE_ID,
} from '../testing/example-answers.ts'

const STORE = `${BASE_PATH}/api/v1/stores/${STORE_ID}`
const LIGHTNING = `${STORE}/lightning/BTC`
const HASH = exampleLightningPayment.paymentHash
const delivery = { id: 'd', timestamp: 1, deliveryTime: 2, httpCode: 200, errorMessage: null, status: 'HttpSuccess' }
const rateConfiguration = {
  spread: 0,
  isCustomScript: true,
  effectiveScript: 'BTC_USD = 50000;',
  preferredSource: null,
}

describeRequests('Lightning, invoices, webhooks and rates', [
  [`GET ${LIGHTNING}/info`, (c) => c.lightning.node(STORE_ID), undefined, { nodeURIs: [], blockHeight: 1 }],
  [
    `GET ${LIGHTNING}/balance`,
    (c) => c.lightning.balance(STORE_ID),
    undefined,
    { onchain: null, offchain: { opening: '0', local: '5', remote: '0', closing: '0' } },
  ],
  [
    `POST ${LIGHTNING}/invoices`,
    (c) => c.lightning.createInvoice(STORE_ID, { amount: '1000', expiry: 60 }),
    { amount: '1000', expiry: 60 },
    exampleLightningInvoice,
  ],
  [
    `GET ${LIGHTNING}/invoices/${HASH}`,
    (c) => c.lightning.getInvoice(STORE_ID, HASH),
    undefined,
    exampleLightningInvoice,
  ],
  [
    `GET ${LIGHTNING}/invoices?pendingOnly=true&offsetIndex=3`,
    (c) => c.lightning.listInvoices(STORE_ID, { pendingOnly: true, offsetIndex: 3 }),
    undefined,
    [exampleLightningInvoice],
  ],
  [
    `POST ${LIGHTNING}/invoices/pay`,
    (c) => c.lightning.pay(STORE_ID, { BOLT11: 'lnbcrt1', maxFeeFlat: '10' }),
    { BOLT11: 'lnbcrt1', maxFeeFlat: '10' },
    exampleLightningPayment,
  ],
  [
    `GET ${LIGHTNING}/payments/${HASH}`,
    (c) => c.lightning.getPayment(STORE_ID, HASH),
    undefined,
    exampleLightningPayment,
  ],
  [
    `GET ${LIGHTNING}/payments?includePending=true`,
    (c) => c.lightning.listPayments(STORE_ID, { includePending: true }),
    undefined,
    [exampleLightningPayment],
  ],

  [
    `POST ${STORE}/invoices`,
    (c) => c.invoices.create(STORE_ID, { amount: '5', currency: 'USD' }),
    { amount: '5', currency: 'USD' },
    exampleInvoice,
  ],
  [
    `GET ${STORE}/invoices/${INVOICE_ID}?includePaymentMethods=true`,
    (c) => c.invoices.get(STORE_ID, INVOICE_ID, { includePaymentMethods: true }),
    undefined,
    exampleInvoice,
  ],
  [`GET ${STORE}/invoices?take=10`, (c) => c.invoices.list(STORE_ID, { take: 10 }), undefined, [exampleInvoice]],
  [
    `GET ${STORE}/invoices?take=10&skip=20&orderId=a&orderId=b&status=New&status=Processing`,
    (c) => c.invoices.list(STORE_ID, { take: 10, skip: 20, orderIds: ['a', 'b'], statuses: ['New', 'Processing'] }),
    undefined,
    [],
  ],
  [
    `PUT ${STORE}/invoices/${INVOICE_ID}`,
    (c) => c.invoices.updateMetadata(STORE_ID, INVOICE_ID, { orderId: 'o' }),
    { metadata: { orderId: 'o' } },
    exampleInvoice,
  ],
  [
    `POST ${STORE}/invoices/${INVOICE_ID}/status`,
    (c) => c.invoices.mark(STORE_ID, INVOICE_ID, 'Settled'),
    { status: 'Settled' },
    exampleInvoice,
  ],
  [`DELETE ${STORE}/invoices/${INVOICE_ID}`, (c) => c.invoices.archive(STORE_ID, INVOICE_ID)],
  [
    `POST ${STORE}/invoices/${INVOICE_ID}/unarchive`,
    (c) => c.invoices.unarchive(STORE_ID, INVOICE_ID),
    undefined,
    exampleInvoice,
  ],
  [
    `GET ${STORE}/invoices/${INVOICE_ID}/payment-methods?onlyAccountedPayments=false`,
    (c) => c.invoices.paymentMethods(STORE_ID, INVOICE_ID, { onlyAccountedPayments: false }),
    undefined,
    [],
  ],
  [
    `POST ${STORE}/invoices/${INVOICE_ID}/payment-methods/BTC-LN/activate`,
    (c) => c.invoices.activatePaymentMethod(STORE_ID, INVOICE_ID, 'BTC-LN'),
  ],

  [`GET ${STORE}/webhooks`, (c) => c.webhooks.list(STORE_ID), undefined, [exampleWebhook]],
  [`GET ${STORE}/webhooks`, (c) => c.webhooks.find(STORE_ID, 'wh1'), undefined, [exampleWebhook]],
  [`GET ${STORE}/webhooks/wh1`, (c) => c.webhooks.get(STORE_ID, 'wh1'), undefined, exampleWebhook],
  [
    `POST ${STORE}/webhooks`,
    (c) => c.webhooks.create(STORE_ID, { url: 'https://e.test' }),
    { url: 'https://e.test' },
    { ...exampleWebhook, secret: 's' },
  ],
  [
    `PUT ${STORE}/webhooks/wh1`,
    (c) => c.webhooks.update(STORE_ID, 'wh1', { url: 'https://e.test' }),
    { url: 'https://e.test' },
    exampleWebhook,
  ],
  [`DELETE ${STORE}/webhooks/wh1`, (c) => c.webhooks.remove(STORE_ID, 'wh1')],
  [
    `GET ${STORE}/webhooks/wh1/deliveries?count=5`,
    (c) => c.webhooks.listDeliveries(STORE_ID, 'wh1', { count: 5 }),
    undefined,
    [delivery],
  ],
  [`GET ${STORE}/webhooks/wh1/deliveries/d`, (c) => c.webhooks.getDelivery(STORE_ID, 'wh1', 'd'), undefined, delivery],
  [
    `GET ${STORE}/webhooks/wh1/deliveries/d/request`,
    (c) => c.webhooks.getDeliveryRequest(STORE_ID, 'wh1', 'd'),
    undefined,
    { type: 'InvoiceCreated' },
  ],
  [
    `POST ${STORE}/webhooks/wh1/deliveries/d/redeliver`,
    (c) => c.webhooks.redeliver(STORE_ID, 'wh1', 'd'),
    undefined,
    'd2',
  ],

  [
    `GET ${STORE}/rates?currencyPair=BTC_USD&currencyPair=BTC_EUR`,
    (c) => c.rates.list(STORE_ID, ['BTC_USD', 'BTC_EUR']),
    undefined,
    [
      { currencyPair: 'BTC_USD', rate: '108000.5', errors: [] },
      { currencyPair: 'BTC_EUR', rate: null, errors: ['x'] },
    ],
  ],
  [`GET ${STORE}/rates/configuration`, (c) => c.rates.getConfiguration(STORE_ID), undefined, rateConfiguration],
  [
    `PUT ${STORE}/rates/configuration`,
    (c) => c.rates.putConfiguration(STORE_ID, { spread: 0, isCustomScript: true }),
    { spread: 0, isCustomScript: true },
    rateConfiguration,
  ],
])
