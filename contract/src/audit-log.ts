import { z } from 'zod'
import { actorNames, nameOfActivity, subjectOf } from './audit-log.words.ts'
import { call } from './call.ts'
import { declareList, extendList } from './lists.ts'
import { timestamp } from './scalars.ts'

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

/** Who did what. The search is the beginning of an actor’s email address or of a source address. */
export const auditLog = declareList({
  name: 'audit-log',
  audience: 'admin',
  path: '/api/admin/act-log',
  row: act,
  longIds: true,
  filters: {
    act: { kind: 'text', longest: 80 },
    actorKind: { kind: 'one-of', values: actorKinds, as: 'actor' },
    merchantId: { kind: 'id', as: 'store' },
    search: { kind: 'text', longest: 200 },
  },
  sorts: ['date'],
  columns: {
    activity: { width: 'minmax(10rem, 1fr)', area: 'a', always: true },
    actor: { width: 'minmax(12rem, 1.1fr)', area: 'w', always: true },
    store: { width: 'minmax(7rem, 0.7fr)', below: { 680: null } },
    details: { width: 'minmax(9rem, 1.3fr)', below: { 880: null } },
    date: { width: '9.5rem', area: 'd', sort: 'date', always: true },
  },
  // Two lines: what and when, who and from where.
  block: { below: 560, grid: '"a d" auto "w w" auto / minmax(0, 1fr) auto', gap: '0.125rem 0.75rem' },
  file: {
    name: 'bitquay-audit-log',
    date: 'at',
    columns: {
      ID: 'id',
      Activity: 'act',
      'Actor type': 'actorKind',
      Actor: 'actorEmail',
      Store: 'storeName',
      'Subject type': 'subjectKind',
      Subject: 'subjectId',
      'Source address': 'sourceAddress',
      Details: null,
    },
    words: {
      'Activity in words': ({ act }: Act) => nameOfActivity(act),
      'Actor type in words': ({ actorKind }: Act) => actorNames[actorKind],
      'Subject in words': (act: Act) => subjectOf(act) ?? null,
    },
  },
  texts: {
    list: 'List the audit log, newest first',
    export: 'Download the audit log as CSV, with the same filters',
  },
})
export const listActs = auditLog.calls.list
export const exportActs = auditLog.calls.export

export const listActNames = call({
  method: 'GET',
  path: '/api/admin/act-log/names',
  audience: 'admin',
  summary: 'List the actions that the audit log can be filtered by',
  output: z.array(z.string()),
})

/** The same of one store, for its managers. */
export const storeActivity = extendList(
  auditLog,
  { filters: ['actorKind', 'merchantId', 'search'], columns: ['store'] },
  {
    audience: 'merchant-manager',
    path: '/api/merchant/activity',
    file: { ...auditLog.file, name: 'bitquay-activity' },
    texts: {
      list: 'List your store’s activity, newest first',
      export: 'Download the activity of your store as CSV, with the same filters',
    },
  },
)
export const listStoreActivity = storeActivity.calls.list
export const exportStoreActivity = storeActivity.calls.export
