import { z } from 'zod'
import { call } from './call.ts'
import { merchantRole } from './people.ts'
import { oneLine, timestamp, withdrawalsClosed } from './scalars.ts'

export const settingsForm = z.strictObject({
  storeName: z
    .string('Business name is required')
    .overwrite(oneLine)
    .min(1, 'Business name is required')
    .max(120, 'Business name must be at most 120 characters'),
})

const settings = z.strictObject({
  storeName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  role: merchantRole,
  markupFeePercent: z.number(),
  /** An announced change of the markup. */
  nextMarkup: z.strictObject({ markupFeePercent: z.number(), effectiveFrom: timestamp }).nullable(),
  /** Whether each payment is notified by email. */
  paymentLetters: z.boolean(),
  createdAt: timestamp,
  /** For the person who sends the request. Null when they may withdraw. */
  withdrawalsClosed,
})

export const getSettings = call({
  method: 'GET',
  path: '/api/merchant/settings',
  audience: 'merchant',
  summary: 'Retrieve your account settings',
  output: settings,
})

export const changeSettings = call({
  method: 'PATCH',
  path: '/api/merchant/settings',
  audience: 'merchant-manager',
  summary: 'Update your account: business name and payment emails',
  body: z
    .strictObject({ ...settingsForm.shape, paymentLetters: z.boolean() })
    .partial()
    .refine((change) => Object.keys(change).length > 0, 'Business name is required'),
  output: settings,
})
