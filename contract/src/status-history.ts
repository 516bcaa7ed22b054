import { z } from 'zod'
import { call } from './call.ts'
import { id, timestamp } from './scalars.ts'

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
