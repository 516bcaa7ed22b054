import type { WebhookDelivery } from '@bitquay/contract/webhooks'
import type { CsvColumn } from '../platform/http/csv.ts'
import { dateColumns } from '../platform/http/date-columns.ts'

const column = (title: string, of: CsvColumn<WebhookDelivery>['of']): CsvColumn<WebhookDelivery> => ({ title, of })

export const deliveryColumns = (tz: string | undefined): readonly CsvColumn<WebhookDelivery>[] => [
  ...dateColumns<WebhookDelivery>(tz, ({ createdAt }) => createdAt),
  column('ID', ({ id }) => id),
  column('Event', ({ type }) => type),
  column('Event ID', ({ eventId }) => eventId),
  column('Status', ({ status }) => status),
  column('Attempts', ({ attempts }) => attempts),
  column('Response', ({ answerStatus }) => answerStatus),
  column('Error', ({ error }) => error),
  column('Last attempt', ({ lastAttemptAt }) => lastAttemptAt),
  column('Next attempt', ({ dueAt }) => dueAt),
]
