import { formatCount } from '../../lib/format-number.ts'
import * as t from './messages.ts'

/** How many rows an export has. A search may match more than the server counts. */
export const rowsInWords = (summary: { filtered: number; exact: boolean } | undefined): string => {
  if (!summary) return t.transactionCount({ count: 0 })
  return summary.exact
    ? t.transactionCount({ count: summary.filtered })
    : t.atLeast({ count: formatCount(summary.filtered) })
}
