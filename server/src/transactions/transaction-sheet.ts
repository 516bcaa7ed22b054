import type { Transaction } from '@bitquay/contract/transactions'
import type { CsvColumn } from '../platform/http/csv.ts'

const column = (title: string, of: CsvColumn<Transaction>['of']): CsvColumn<Transaction> => ({ title, of })

/** Money out is below zero, so that a column can be summed up. */
export const transactionColumns: readonly CsvColumn<Transaction>[] = [
  column('Date', ({ timestamp }) => new Date(timestamp * 1000)),
  column('Type', ({ type }) => type),
  column('Purpose', ({ purpose }) => purpose),
  column('Method', ({ paymentMethod }) => paymentMethod),
  column('Status', ({ status }) => status),
  column('Confirmations', ({ confirmations }) => confirmations),
  column('Amount (BTC)', ({ amount }) => amount),
  column('Amount (USD)', ({ amountUSD }) => amountUSD),
  column('Network fee (BTC)', ({ fee }) => fee),
  column('Address', ({ address }) => address),
  column('Transaction hash', ({ id }) => id),
  column('Block', ({ blockHeight }) => blockHeight),
  column('Invoice ID', ({ invoiceId }) => invoiceId),
  column('Customer email', ({ customerEmail }) => customerEmail),
  column('Customer name', ({ customerName }) => customerName),
  column('Item', ({ itemDescription }) => itemDescription),
  column('Label', ({ label }) => label),
]
