import { actionsOn, adminScreens } from '../facts/index.ts'

const onIncident = actionsOn('incident', adminScreens('status', 'acts'))

export const incidentPosted = onIncident('incident-posted')
export const incidentUpdated = onIncident('incident-updated')
export const incidentResolved = onIncident('incident-resolved')
