import { z } from 'zod'
import { call } from './call.ts'
import { period, sortBy } from './lists.ts'
import { idParam, longPage, text, timestamp } from './scalars.ts'

export const actorKinds = [
  'admin',
  'merchant',
  'merchant-user',
  'partner',
  'api-key',
  'till-device',
  'system',
  'anonymous',
] as const

export const act = z.strictObject({
  id: z.number().int(),
  at: timestamp,
  actorKind: z.enum(actorKinds),
  actorId: z.number().int().nullable(),
  actorEmail: z.string().nullable(),
  act: z.string(),
  subjectKind: z.string().nullable(),
  subjectId: z.string().nullable(),
  merchantId: z.number().int().nullable(),
  storeName: z.string().nullable(),
  sourceAddress: z.string().nullable(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
export type Act = z.infer<typeof act>

const sort = sortBy('date')

/** Filters of the audit log. */
const actFilter = {
  act: text(80).optional(),
  actorKind: z.enum(actorKinds).optional(),
  merchantId: idParam.optional(),
  /** The beginning of an actor’s email address or of a source address. */
  search: text(200).optional(),
  ...period,
}

export const listActs = call({
  method: 'GET',
  path: '/api/admin/act-log',
  audience: 'admin',
  summary: 'List the audit log, newest first',
  query: z.strictObject({ ...longPage, ...actFilter, sort }),
  output: z.array(act),
})

export const exportActs = call({
  method: 'GET',
  path: '/api/admin/act-log/export',
  audience: 'admin',
  summary: 'Download the audit log as CSV, with the same filters',
  query: z.strictObject({ ...actFilter, sort }),
  output: z.unknown(),
  media: 'text/csv',
})

export const listActNames = call({
  method: 'GET',
  path: '/api/admin/act-log/names',
  audience: 'admin',
  summary: 'List the actions that the audit log can be filtered by',
  output: z.array(z.string()),
})

/** Filters of a store's activity. */
const storeActivityFilter = { act: text(80).optional(), ...period }

export const listStoreActivity = call({
  method: 'GET',
  path: '/api/merchant/activity',
  audience: 'merchant-manager',
  summary: 'List your store’s activity, newest first',
  query: z.strictObject({ ...longPage, ...storeActivityFilter, sort }),
  output: z.array(act),
})

export const exportStoreActivity = call({
  method: 'GET',
  path: '/api/merchant/activity/export',
  audience: 'merchant-manager',
  summary: 'Download the activity of your store as CSV, with the same filters',
  query: z.strictObject({ ...storeActivityFilter, sort }),
  output: z.unknown(),
  media: 'text/csv',
})
