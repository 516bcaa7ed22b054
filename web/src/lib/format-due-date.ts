import { formatDate } from './format-date.ts'

/** A due date is a calendar day in UTC, the same wherever it is read. Noon is on that day almost everywhere. */
export const formatDueDate = (dueDate: string) => formatDate(`${dueDate.slice(0, 10)}T12:00:00Z`)
