import type { Act } from '@bitquay/contract/act-log'
import type { CsvColumn } from '../platform/http/csv.ts'
import { dateColumns } from '../platform/http/date-columns.ts'

const column = (title: string, of: CsvColumn<Act>['of']): CsvColumn<Act> => ({ title, of })

export const activityColumns = (tz: string | undefined): readonly CsvColumn<Act>[] => [
  ...dateColumns<Act>(tz, ({ at }) => at),
  column('ID', ({ id }) => id),
  column('Activity', ({ act }) => act),
  column('Actor type', ({ actorKind }) => actorKind),
  column('Actor', ({ actorEmail }) => actorEmail),
  column('Store', ({ storeName }) => storeName),
  column('Subject type', ({ subjectKind }) => subjectKind),
  column('Subject', ({ subjectId }) => subjectId),
  column('Source address', ({ sourceAddress }) => sourceAddress),
  column('Details', ({ detail }) => (Object.keys(detail).length === 0 ? null : JSON.stringify(detail))),
]
