import type { Answer, SentBody } from '@bitquay/contract/call'
import type { getBalances } from '@bitquay/contract/v1/balances'
import type { createInvoice, getInvoice } from '@bitquay/contract/v1/invoices'
import type { getKey } from '@bitquay/contract/v1/key'
import type { listRates } from '@bitquay/contract/v1/rates'
import type { quoteWithdrawal } from '@bitquay/contract/v1/withdrawals'

/** What an invoice is created with. */
export type InvoiceForm = SentBody<typeof createInvoice>

/** An invoice as it is returned when it is created. */
export type CreatedInvoice = Answer<typeof createInvoice>

/** An invoice with its payments and refunds. */
export type InvoiceDetails = Answer<typeof getInvoice>

export type Balances = Answer<typeof getBalances>

/** What one bitcoin costs in a currency. */
export type Rate = Answer<typeof listRates>[number]

/** What a withdrawal would cost now. */
export type WithdrawalQuote = Answer<typeof quoteWithdrawal>

/** An API key, without its secret. */
export type ApiKey = Answer<typeof getKey>
