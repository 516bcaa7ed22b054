import type { System } from './use-system.ts'

/** Whether a part of the platform works, so that one line says enough about it. */

/** An audit that still runs, or that never ran, found nothing wrong yet. */
export const isAuditHealthy = (audit: System['audit']) =>
  audit === null || (audit.failure === null && audit.findings.length === 0)

export const areStoresHealthy = ({ failing, late, gaps }: System['reconciliation']) =>
  failing === 0 && late === 0 && gaps.length === 0

export const isServerHealthy = ({ reachable, synced, rateProblem }: System['engine']) =>
  reachable && synced && rateProblem === null

export const isBackupHealthy = ({ alerts, backup }: Pick<System, 'alerts' | 'backup'>) =>
  backup.at !== null && alerts.every(({ kind }) => kind !== 'backup-old')

export const areServersHealthy = (engines: System['engines']) =>
  engines.every(({ reachable, synced, circuit }) => reachable && synced && circuit === 'closed')

export const areWorkersHealthy = (workers: System['workers']) =>
  workers.length > 0 && workers.every(({ state }) => state === 'well')
