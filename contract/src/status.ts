import { z } from 'zod'
import { call } from './call.ts'
import { id, idParam, oneLine, shortListPage, timestamp } from './scalars.ts'

/** The components of the status page, in its order. */
export const statusComponents = ['checkout', 'lightning', 'payment-server', 'webhooks', 'email', 'ledger'] as const
export type StatusComponent = (typeof statusComponents)[number]

export const incidentImpacts = ['degraded', 'down'] as const
export const openIncidentStates = ['investigating', 'identified', 'monitoring'] as const
const incidentState = z.enum([...openIncidentStates, 'resolved'])

/** Not measured in time, or not at all, is `no-data`. */
const componentState = z.enum(['operational', 'degraded', 'down', 'no-data'])
export type ComponentState = z.infer<typeof componentState>

export const incident = z.strictObject({
  id,
  title: z.string(),
  state: incidentState,
  impacts: z.array(z.strictObject({ component: z.enum(statusComponents), impact: z.enum(incidentImpacts) })),
  startedAt: timestamp,
  resolvedAt: timestamp.nullable(),
  /** What was changed so that it doesn't happen again. Null until the incident is resolved. */
  changed: z.string().nullable(),
  /** Newest first. `money` says what the incident means for money. */
  updates: z.array(z.strictObject({ state: incidentState, sentence: z.string(), money: z.string(), at: timestamp })),
})
export type Incident = z.infer<typeof incident>

export const getStatusHistory = call({
  method: 'GET',
  path: '/api/status/history',
  audience: 'public',
  summary: 'Retrieve the state of each component, its last 90 days, and incidents',
  output: z.strictObject({
    at: timestamp,
    components: z.array(
      z.strictObject({
        component: z.enum(statusComponents),
        state: componentState,
        /** The share of checks that didn’t find it down, rounded down. Null without data. */
        uptimePercent: z.number().nullable(),
        /** UTC days, oldest first. */
        days: z.array(
          z.strictObject({ date: z.iso.date(), state: componentState, uptimePercent: z.number().nullable() }),
        ),
      }),
    ),
    /** Open ones, and those resolved within the 90 days. Newest first. */
    incidents: z.array(incident),
  }),
})

export const networks = ['mainnet', 'testnet', 'signet', 'regtest'] as const

export const health = call({
  method: 'GET',
  path: '/api/health',
  audience: 'public',
  summary: 'Check whether the server is ready. Returns 503 if it isn’t',
  output: z.strictObject({ status: z.literal('ready'), version: z.string() }),
  errors: ['unavailable'],
})

/** A missing figure is null: nothing was measured yet, or it doesn't apply. */
export const getStatus = call({
  method: 'GET',
  path: '/api/status',
  audience: 'public',
  summary: 'Retrieve the live system status',
  output: z.strictObject({
    mode: z.enum(['sandbox', 'live']),
    network: z.enum(networks),
    at: timestamp,
    /** While it can only be read, `readOnlyAsOf` says from when its figures are. Nothing can be changed then. */
    database: z.strictObject({ ok: z.boolean(), readOnlyAsOf: timestamp.nullable() }),
    engine: z.strictObject({
      reachable: z.boolean(),
      synced: z.boolean(),
      latencyMs: z.number().int().nullable(),
      checkedAt: timestamp.nullable(),
    }),
    /** Every payment server of the operator, the main one first. */
    engines: z.array(
      z.strictObject({
        name: z.string(),
        reachable: z.boolean(),
        synced: z.boolean(),
        latencyMs: z.number().int().nullable(),
        checkedAt: timestamp.nullable(),
      }),
    ),
    chain: z.strictObject({ height: z.number().int().nullable(), tipAt: timestamp.nullable() }),
    price: z.strictObject({ at: timestamp.nullable(), stale: z.boolean() }),
    hooks: z.strictObject({ lagSeconds: z.number().nullable() }),
  }),
})

export const getStoreStatus = call({
  method: 'GET',
  path: '/api/merchant/status',
  audience: 'merchant',
  summary: 'Check what works for your store right now',
  output: z.strictObject({
    /** Since when the payment server of your store doesn't respond. Null while it does. */
    serverDownSince: timestamp.nullable(),
    /** When your store was last synced. */
    figuresAt: timestamp.nullable(),
    /** Whether there is no recent bitcoin price, so that amounts in dollars can't be sent. */
    isPriceMissing: z.boolean(),
    /** When the last bitcoin price was read. Null if there never was one. */
    priceAt: timestamp.nullable(),
    /** Whether the payment server has no bitcoin price, so that invoices in dollars can't be created. */
    isRateMissing: z.boolean(),
  }),
})

const sentence = (maxLength: number, missing: string) =>
  z
    .string(missing)
    .transform(oneLine)
    .pipe(z.string().min(1, missing).max(maxLength, `Use at most ${maxLength} characters`))

const impacts = z
  .array(z.strictObject({ component: z.enum(statusComponents), impact: z.enum(incidentImpacts) }))
  .min(1, 'Choose at least one component')
  .refine((list) => new Set(list.map(({ component }) => component)).size === list.length, 'Name each component once')

const step = {
  sentence: sentence(500, 'Say what is happening'),
  money: sentence(300, 'Say what it means for money'),
}

export const incidentForm = z.strictObject({
  title: sentence(120, 'Title is required'),
  state: z.enum(openIncidentStates),
  ...step,
})
export const incidentUpdateForm = z.strictObject({ state: z.enum(openIncidentStates), ...step })
export const incidentResolutionForm = z.strictObject({
  ...step,
  changed: sentence(500, 'Say what you changed'),
})

export const listIncidents = call({
  method: 'GET',
  path: '/api/admin/incidents',
  audience: 'admin',
  summary: 'List the newest 100 incidents, newest first',
  query: shortListPage,
  output: z.array(incident),
})

export const postIncident = call({
  method: 'POST',
  path: '/api/admin/incidents',
  audience: 'admin',
  recentPassword: true,
  summary: 'Post an incident on the status page',
  body: z.strictObject({ ...incidentForm.shape, impacts }),
  output: incident,
})

export const updateIncident = call({
  method: 'POST',
  path: '/api/admin/incidents/:id/updates',
  audience: 'admin',
  recentPassword: true,
  summary: 'Post an update of an open incident',
  params: z.strictObject({ id: idParam }),
  body: z.strictObject({ ...incidentUpdateForm.shape, impacts }),
  output: incident,
  errors: ['not-found', 'incident-resolved'],
})

export const resolveIncident = call({
  method: 'POST',
  path: '/api/admin/incidents/:id/resolve',
  audience: 'admin',
  recentPassword: true,
  summary: 'Resolve an incident and say what was changed',
  params: z.strictObject({ id: idParam }),
  body: incidentResolutionForm,
  output: incident,
  errors: ['not-found', 'incident-resolved'],
})
