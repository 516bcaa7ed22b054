import { z } from 'zod'
import { call } from './call.ts'
import { idParam, oneLine, shortListPage } from './scalars.ts'
import { incident, incidentImpacts, openIncidentStates, statusComponents } from './status-history.ts'

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
