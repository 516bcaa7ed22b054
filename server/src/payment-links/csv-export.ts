import type { PaymentLink } from '@bitquay/contract/payment-links'
import type { CsvColumn } from '../platform/http/csv.ts'
import { dateColumns } from '../platform/http/date-columns.ts'

const column = (title: string, of: CsvColumn<PaymentLink>['of']): CsvColumn<PaymentLink> => ({ title, of })

const words: Record<PaymentLink['status'], string> = {
  active: 'Active',
  paused: 'Paused',
  expired: 'Expired',
  'used-up': 'Used up',
}

export const linkColumns = (tz: string | undefined): readonly CsvColumn<PaymentLink>[] => [
  ...dateColumns<PaymentLink>(tz, ({ createdAt }) => createdAt),
  column('ID', ({ id }) => id),
  column('Title', ({ title }) => title),
  column('Description', ({ description }) => description),
  column('Status', ({ status }) => words[status]),
  column('Amount', ({ amount }) => amount),
  column('Minimum', ({ minAmount }) => minAmount),
  column('Maximum', ({ maxAmount }) => maxAmount),
  column('Currency', ({ currency }) => currency),
  column('Invoices', ({ invoices }) => invoices),
  column('Payments', ({ payments }) => payments),
  column('Received (USD)', ({ receivedUsd }) => receivedUsd),
  column('Received (BTC)', ({ receivedBtc }) => receivedBtc),
  column('Expires at', ({ expiresAt }) => expiresAt),
  column('Created by', ({ createdBy }) => createdBy),
  column('Link', ({ url }) => url),
]
