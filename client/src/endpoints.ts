import type { Call } from '@bitquay/contract/call'
import type { payInvoice } from '@bitquay/contract/sandbox'
import type { getBalances } from '@bitquay/contract/v1/balances'
import type { listCurrencies } from '@bitquay/contract/v1/currencies'
import type * as depositAddresses from '@bitquay/contract/v1/deposit-addresses'
import type { describeV1 } from '@bitquay/contract/v1/description'
import type * as invoices from '@bitquay/contract/v1/invoices'
import type { getKey } from '@bitquay/contract/v1/key'
import type * as paymentLinks from '@bitquay/contract/v1/payment-links'
import type { listRates } from '@bitquay/contract/v1/rates'
import type * as refunds from '@bitquay/contract/v1/refunds'
import type { listRequests } from '@bitquay/contract/v1/requests'
import type * as signing from '@bitquay/contract/v1/signing'
import type { listTransactions } from '@bitquay/contract/v1/transactions'
import type * as webhookEndpoints from '@bitquay/contract/v1/webhook-endpoints'
import type * as withdrawals from '@bitquay/contract/v1/withdrawals'
import type { listEvents, streamEvents } from '@bitquay/contract/webhooks'

/** Method and path of a call, with its declaration as a type only: at run time nothing of the contract is loaded. */
export type Endpoint<C extends Call> = { method: C['method']; path: C['path']; readonly declaration?: C }

/** Doesn't compile when the contract has another method or path. */
const endpoint = <C extends Call>(method: C['method'], path: C['path']): Endpoint<C> => ({ method, path })

export const endpoints = {
  createInvoice: endpoint<typeof invoices.createInvoice>('POST', '/api/v1/invoices'),
  getInvoice: endpoint<typeof invoices.getInvoice>('GET', '/api/v1/invoices/:invoiceId'),
  listInvoices: endpoint<typeof invoices.listInvoices>('GET', '/api/v1/invoices'),
  changeInvoice: endpoint<typeof invoices.changeInvoice>('PATCH', '/api/v1/invoices/:invoiceId'),
  markInvoice: endpoint<typeof invoices.markInvoice>('POST', '/api/v1/invoices/:invoiceId/mark'),
  cancelInvoice: endpoint<typeof invoices.cancelInvoice>('POST', '/api/v1/invoices/:invoiceId/cancel'),
  createRefund: endpoint<typeof refunds.createRefund>('POST', '/api/v1/invoices/:invoiceId/refunds'),
  refundInvoice: endpoint<typeof refunds.refundInvoice>('POST', '/api/v1/invoices/:invoiceId/refund'),
  getRefund: endpoint<typeof refunds.getRefund>('GET', '/api/v1/refunds/:id'),
  listRefunds: endpoint<typeof refunds.listRefunds>('GET', '/api/v1/refunds'),
  cancelRefund: endpoint<typeof refunds.cancelRefund>('POST', '/api/v1/refunds/:id/cancel'),
  createPaymentLink: endpoint<typeof paymentLinks.createPaymentLink>('POST', '/api/v1/payment-links'),
  getPaymentLink: endpoint<typeof paymentLinks.getPaymentLink>('GET', '/api/v1/payment-links/:id'),
  listPaymentLinks: endpoint<typeof paymentLinks.listPaymentLinks>('GET', '/api/v1/payment-links'),
  changePaymentLink: endpoint<typeof paymentLinks.changePaymentLink>('PATCH', '/api/v1/payment-links/:id'),
  createDepositAddress: endpoint<typeof depositAddresses.createDepositAddress>('POST', '/api/v1/deposit-addresses'),
  getDepositAddress: endpoint<typeof depositAddresses.getDepositAddress>('GET', '/api/v1/deposit-addresses/:id'),
  listDepositAddresses: endpoint<typeof depositAddresses.listDepositAddresses>('GET', '/api/v1/deposit-addresses'),
  listTransactions: endpoint<typeof listTransactions>('GET', '/api/v1/transactions'),
  getBalances: endpoint<typeof getBalances>('GET', '/api/v1/balances'),
  createWithdrawal: endpoint<typeof withdrawals.createWithdrawal>('POST', '/api/v1/withdrawals'),
  quoteWithdrawal: endpoint<typeof withdrawals.quoteWithdrawal>('POST', '/api/v1/withdrawals/quote'),
  getWithdrawal: endpoint<typeof withdrawals.getWithdrawal>('GET', '/api/v1/withdrawals/:id'),
  listWithdrawals: endpoint<typeof withdrawals.listWithdrawals>('GET', '/api/v1/withdrawals'),
  listSigningRequests: endpoint<typeof signing.listSigningRequests>('GET', '/api/v1/signing-requests'),
  getSigningRequest: endpoint<typeof signing.getSigningRequest>('GET', '/api/v1/signing-requests/:id'),
  submitSignature: endpoint<typeof signing.submitSignature>('POST', '/api/v1/signing-requests/:id/signatures'),
  listCurrencies: endpoint<typeof listCurrencies>('GET', '/api/v1/currencies'),
  listRates: endpoint<typeof listRates>('GET', '/api/v1/rates'),
  getKey: endpoint<typeof getKey>('GET', '/api/v1/key'),
  describeV1: endpoint<typeof describeV1>('GET', '/api/v1/openapi.json'),
  createWebhookEndpoint: endpoint<typeof webhookEndpoints.createWebhookEndpoint>('POST', '/api/v1/webhook-endpoints'),
  getWebhookEndpoint: endpoint<typeof webhookEndpoints.getWebhookEndpoint>('GET', '/api/v1/webhook-endpoints/:id'),
  listWebhookEndpoints: endpoint<typeof webhookEndpoints.listWebhookEndpoints>('GET', '/api/v1/webhook-endpoints'),
  changeWebhookEndpoint: endpoint<typeof webhookEndpoints.changeWebhookEndpoint>(
    'PATCH',
    '/api/v1/webhook-endpoints/:id',
  ),
  removeWebhookEndpoint: endpoint<typeof webhookEndpoints.removeWebhookEndpoint>(
    'DELETE',
    '/api/v1/webhook-endpoints/:id',
  ),
  rotateWebhookEndpointSecret: endpoint<typeof webhookEndpoints.rotateWebhookEndpointSecret>(
    'POST',
    '/api/v1/webhook-endpoints/:id/rotate',
  ),
  testWebhookEndpoint: endpoint<typeof webhookEndpoints.testWebhookEndpoint>(
    'POST',
    '/api/v1/webhook-endpoints/:id/test',
  ),
  listWebhookDeliveries: endpoint<typeof webhookEndpoints.listWebhookDeliveries>(
    'GET',
    '/api/v1/webhook-endpoints/:id/deliveries',
  ),
  redeliverWebhook: endpoint<typeof webhookEndpoints.redeliverWebhook>(
    'POST',
    '/api/v1/webhook-endpoints/:id/deliveries/:deliveryId/redeliver',
  ),
  listEvents: endpoint<typeof listEvents>('GET', '/api/v1/events'),
  streamEvents: endpoint<typeof streamEvents>('GET', '/api/v1/events/stream'),
  listRequests: endpoint<typeof listRequests>('GET', '/api/v1/requests'),
  payInvoice: endpoint<typeof payInvoice>('POST', '/api/sandbox/pay'),
}
