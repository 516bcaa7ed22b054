import type { StatusHistory } from './use-status-history.ts'

export type SystemHealth = 'operational' | 'degraded' | 'down' | 'unknown' | 'never-checked'

/**
 * The health of the platform as a whole. A component that was never measured says nothing, as Lightning on a platform
 * without a node. One that is no longer measured may be down, so not everything can be called operational.
 */
export const rateSystem = (components: StatusHistory['components']): SystemHealth => {
  const problem = (['down', 'degraded'] as const).find((health) => components.some(({ state }) => state === health))
  if (problem) return problem
  const measured = components.filter(({ uptimePercent }) => uptimePercent !== null)
  if (measured.length === 0) return 'never-checked'
  return measured.some(({ state }) => state === 'no-data') ? 'unknown' : 'operational'
}
