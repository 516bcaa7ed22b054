import type { Application } from '@bitquay/contract/applications'
import type { CsvColumn } from '../platform/http/csv.ts'
import { dateColumns } from '../platform/http/date-columns.ts'

const column = (title: string, of: CsvColumn<Application>['of']): CsvColumn<Application> => ({ title, of })

export const applicationColumns = (tz: string | undefined): readonly CsvColumn<Application>[] => [
  ...dateColumns<Application>(tz, ({ createdAt }) => createdAt),
  column('ID', ({ id }) => id),
  column('Status', ({ status }) => status),
  column('Business', ({ businessName }) => businessName),
  column('Business type', ({ businessType }) => businessType),
  column('Description', ({ businessDescription }) => businessDescription),
  column('Contact', ({ contactName }) => contactName),
  column('Email', ({ email }) => email),
  column('Phone', ({ phone }) => phone),
  column('Website', ({ website }) => website),
  column('Monthly volume', ({ monthlyVolume }) => monthlyVolume),
  column('Country', ({ incorporationCountry }) => incorporationCountry),
  column('Reviewed at', ({ reviewedAt }) => reviewedAt),
  column('Reviewed by', ({ reviewedBy }) => reviewedBy),
  column('Review notes', ({ reviewNotes }) => reviewNotes),
  column('Merchant ID', ({ merchantId }) => merchantId),
]
