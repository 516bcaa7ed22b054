import { z } from 'zod'
import { call } from './call.ts'
import { merchantRole } from './people.ts'
import { timestamp } from './scalars.ts'

export const settingsForm = z.strictObject({
  storeName: z
    .string('Business name is required')
    .trim()
    .min(1, 'Business name is required')
    .max(120, 'Business name must be at most 120 characters'),
})

const settings = z.strictObject({
  storeName: z.string(),
  email: z.string(),
  isActive: z.boolean(),
  role: merchantRole,
  markupFeePercent: z.number(),
  createdAt: timestamp,
})

export const getSettings = call({
  method: 'GET',
  path: '/api/merchant/settings',
  audience: 'merchant',
  summary: 'The merchant’s own account',
  output: settings,
})

export const changeSettings = call({
  method: 'PATCH',
  path: '/api/merchant/settings',
  audience: 'merchant-manager',
  summary: 'Rename the business',
  body: settingsForm,
  output: settings,
})
