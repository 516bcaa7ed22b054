import { z } from 'zod'
import { timestamp } from './scalars.ts'

/** A cashier's shift with its paid sales. Those of a closed one are as they were when it was closed. */
export const shift = z.strictObject({
  cashier: z.string(),
  openedAt: timestamp,
  closedAt: timestamp.nullable(),
  sales: z.number().int(),
  total: z.string(),
  tips: z.string(),
})
export type Shift = z.infer<typeof shift>
