export type { DepositAddress } from '@bitquay/contract/deposit-addresses'
export type { ErrorCode } from '@bitquay/contract/errors'
export type { Invoice, InvoicePayment } from '@bitquay/contract/invoices'
export type { PaymentLink } from '@bitquay/contract/payment-links'
export type { Currency } from '@bitquay/contract/prices'
export type { Refund } from '@bitquay/contract/refunds'
export type { SigningRequest } from '@bitquay/contract/signing'
export type { Transaction } from '@bitquay/contract/transactions'
export type { WebhookEndpoint } from '@bitquay/contract/webhooks'
export type { EventType } from '@bitquay/contract/webhooks.events'
export type { Withdrawal } from '@bitquay/contract/withdrawals'
export {
  AuthenticationError,
  BitquayError,
  ConflictError,
  ConnectionError,
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
} from './bitquay-error.ts'
export { type BitquayClient, type ClientOptions, createClient, type Once } from './create-client.ts'
export type { BitquayEvent, EventOf } from './event.ts'
export type { ListenOptions } from './listen-to-events.ts'
export type { ApiKey, Balances, CreatedInvoice, InvoiceDetails, InvoiceForm, Rate, WithdrawalQuote } from './objects.ts'
export type { Page } from './page.ts'
export { verifyWebhook, WebhookError } from './verify-webhook.ts'
