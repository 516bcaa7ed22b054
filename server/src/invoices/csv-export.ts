import type { ListedInvoice } from '@bitquay/contract/invoices'
import type { CsvColumn } from '../platform/http/csv.ts'
import { dateColumns } from '../platform/http/date-columns.ts'

const column = (title: string, of: CsvColumn<ListedInvoice>['of']): CsvColumn<ListedInvoice> => ({ title, of })

/** `partially-paid` is shown as "Partially paid". */
export const wordOf = (state: ListedInvoice['state']) =>
  `${state.charAt(0).toUpperCase()}${state.slice(1).replaceAll('-', ' ')}`

/** The word that the list shows. */
export const statusOf = ({ state, overdue }: ListedInvoice) =>
  overdue && state === 'unpaid' ? 'Overdue' : wordOf(state)

export const invoiceColumns = (tz: string | undefined): readonly CsvColumn<ListedInvoice>[] => [
  ...dateColumns<ListedInvoice>(tz, ({ createdAt }) => createdAt),
  column('Invoice ID', ({ invoiceId }) => invoiceId),
  column('Status', statusOf),
  column('Customer name', ({ customerName }) => customerName),
  column('Customer email', ({ customerEmail }) => customerEmail),
  column('Description', ({ description }) => description),
  column('Amount', ({ amount }) => amount),
  column('Currency', ({ currency }) => currency),
  column('Total (USD)', ({ amountUsd }) => amountUsd),
  column('Total (BTC)', ({ amountBtc }) => amountBtc),
  column('Received (USD)', ({ receivedUsd }) => receivedUsd),
  column('Paid (BTC)', ({ paidBtc }) => paidBtc),
  column('Paid by', ({ paidBy }) => paidBy.join(', ')),
  column('Paid at', ({ paidAt }) => paidAt),
  column('Expires at', ({ expiresAt }) => expiresAt),
  column('Due date', ({ dueDate }) => dueDate ?? null),
  column('Created by', ({ createdBy }) => createdBy && (createdBy.name ?? createdBy.type)),
  column('Bitcoin address', ({ bitcoinAddress }) => bitcoinAddress),
  column('Checkout link', ({ checkoutLink }) => checkoutLink),
]
