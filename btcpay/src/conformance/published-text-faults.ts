import type { Schema } from './expand-schema.ts'

/**
 * Where BTCPay's code and its published text differ, the code is right, so the text is corrected before responses are
 * checked against it. Each row names a schema's field, what the code really sends, and how we know.
 */
export type TextFault = { schema: string; field: string; really: Schema; because: string }

const text = { type: 'string' }
const flag = { type: 'boolean' }
const nullableText = { type: 'string', nullable: true }
const labels = { type: 'object', additionalProperties: { type: 'object' } }

export const TEXT_FAULTS: readonly TextFault[] = [
  {
    schema: 'OnChainWalletTransactionData',
    field: 'blockHeight',
    really: { type: 'integer', nullable: true },
    because: 'a number in the code, a string in the text',
  },
  {
    schema: 'OnChainWalletTransactionData',
    field: 'confirmations',
    really: { type: 'integer' },
    because: 'a number in the code, a string in the text',
  },
  {
    schema: 'OnChainWalletTransactionData',
    field: 'labels',
    really: labels,
    because: 'an object by name in the code, a list in the text',
  },
  {
    schema: 'OnChainWalletTransactionData',
    field: 'comment',
    really: nullableText,
    because: 'null without a comment',
  },
  { schema: 'OnChainWalletUTXOData', field: 'labels', really: labels, because: 'as with transactions' },
  { schema: 'OnChainWalletUTXOData', field: 'comment', really: nullableText, because: 'null without a comment' },
  { schema: 'OnChainWalletUTXOData', field: 'link', really: nullableText, because: 'null without a block explorer' },
  { schema: 'OnChainWalletOverviewData', field: 'label', really: nullableText, because: 'missing in the text' },
  {
    schema: 'InvoiceData',
    field: 'paymentMethods',
    really: { type: 'array', items: { $ref: '#/components/schemas/InvoicePaymentMethodDataModel' } },
    because: 'missing in the text, though the parameter that fills it is there',
  },
  {
    schema: 'InvoicePaymentMethodDataModel',
    field: 'destination',
    really: nullableText,
    because: 'null while a lazy method is not activated',
  },
  {
    schema: 'InvoicePaymentMethodDataModel',
    field: 'additionalData',
    really: { type: 'object', nullable: true },
    because: 'more fields in the code, and accountDerivation null unless sensitive data is asked for',
  },
  { schema: 'StoreRateResult', field: 'rate', really: nullableText, because: 'null when the source fails' },
  {
    schema: 'StoreRateConfiguration',
    field: 'spread',
    really: { type: 'number' },
    because: 'percent as a number in the code',
  },
  {
    schema: 'StoreRateConfiguration',
    field: 'preferredSource',
    really: nullableText,
    because: 'null with a custom script',
  },
  {
    schema: 'StoreBaseData',
    field: 'paymentMethodCriteria',
    really: { type: 'array', nullable: true, items: { $ref: '#/components/schemas/PaymentMethodCriteriaData' } },
    because: 'the text gives items to an object',
  },
  { schema: 'StoreBaseData', field: 'defaultPaymentMethod', really: nullableText, because: 'null by default' },
  { schema: 'StoreBaseData', field: 'defaultLang', really: nullableText, because: 'null by default' },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'accountDerivation',
    really: text,
    because: 'generate answers the stored settings, which name it so',
  },
  { schema: 'OnChainPaymentMethodBaseData', field: 'label', really: nullableText, because: 'null without a label' },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'accountOriginal',
    really: nullableText,
    because: 'part of the stored settings',
  },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'accountKeySettings',
    really: { type: 'array', items: { type: 'object' } },
    because: 'part of the stored settings',
  },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'signingKey',
    really: nullableText,
    because: 'part of the stored settings',
  },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'source',
    really: nullableText,
    because: 'part of the stored settings',
  },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'isHotWallet',
    really: flag,
    because: 'part of the stored settings',
  },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'isMultiSigOnServer',
    really: flag,
    because: 'part of the stored settings',
  },
  {
    schema: 'OnChainPaymentMethodBaseData',
    field: 'defaultIncludeNonWitnessUtxo',
    really: flag,
    because: 'part of the stored settings',
  },
  {
    schema: 'OnChainPaymentMethodPreviewResultAddressItem',
    field: 'index',
    really: { type: 'integer' },
    because: 'the code answers the place of each address too',
  },
  {
    schema: 'GenericPaymentMethodData',
    field: 'config',
    really: {},
    because: 'a string is allowed too, and null without the right to see it',
  },
  { schema: 'LightningPaymentData', field: 'preimage', really: nullableText, because: 'null until complete' },
  { schema: 'LightningPaymentData', field: 'totalAmount', really: nullableText, because: 'null until known' },
  { schema: 'LightningPaymentData', field: 'feeAmount', really: nullableText, because: 'null until known' },
  { schema: 'LightningPaymentData', field: 'BOLT11', really: nullableText, because: 'null when the node timed out' },
  { schema: 'LightningPaymentData', field: 'id', really: nullableText, because: 'null when the node timed out' },
  {
    schema: 'LightningPaymentData',
    field: 'paymentHash',
    really: nullableText,
    because: 'null when the node timed out',
  },
  { schema: 'LightningInvoiceData', field: 'amountReceived', really: nullableText, because: 'null until paid' },
  { schema: 'WebhookDeliveryData', field: 'errorMessage', really: nullableText, because: 'null after a success' },
  { schema: 'ApplicationServerInfoData', field: 'onion', really: nullableText, because: 'null without Tor' },
]

/** Requests that return an empty body, whatever the text shows. */
export const EMPTY_ANSWERS: readonly string[] = ['DELETE /api/v1/api-keys/current']

/** Routes of the code that the text leaves out, and the described route that they equal. */
export const UNDESCRIBED_ROUTES: readonly (readonly [RegExp, string])[] = [
  [/^\/api\/v1\/stores\/[^/]+\/invoices\/(.+)$/, '/api/v1/invoices/$1'],
  [/^\/api\/v1\/stores\/[^/]+\/webhooks\/(.+)$/, '/api/v1/webhooks/$1'],
  [/^(\/api\/v1\/stores\/[^/]+\/rates\/configuration)$/, '$1/primary'],
]
