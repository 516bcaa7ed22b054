import { z } from 'zod'

/** The latest due date, counted from today. */
export const mostDueDays = 1830

const dateOnly = /^\d{4}-\d{2}-\d{2}$/
const dateTime = z.iso.datetime({ offset: true })

/** When an invoice with this due date is due: a date ends with its day in UTC. Undefined if it is no date. */
export const findDueTime = (text: string): Date | undefined => {
  if (!dateOnly.test(text)) return dateTime.safeParse(text).success ? new Date(text) : undefined
  const end = new Date(`${text}T23:59:59Z`)
  // The calendar has no February 30.
  return !Number.isNaN(end.getTime()) && end.toISOString().startsWith(text) ? end : undefined
}

export const dueDate = z
  .string('Enter a date, such as 2026-12-31')
  .trim()
  .max(40)
  .refine((text) => findDueTime(text) !== undefined, 'Enter a date, such as 2026-12-31')

/** Fields that only an invoice with a due date has. */
export const shownDueDate = {
  dueDate: z.iso
    .datetime()
    .optional()
    .meta({
      description: 'By when it should be paid. It can still be paid afterwards. Left out without a due date.',
      examples: ['2026-12-31T23:59:59.000Z'],
    }),
  overdue: z
    .boolean()
    .optional()
    .meta({
      description: 'Whether the due date has passed while it was unpaid. Left out without a due date.',
      examples: [false],
    }),
}
