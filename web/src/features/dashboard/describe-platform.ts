import { formatTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import type { Dashboard } from './use-dashboard.ts'

/** One sentence on how the platform is, of what is known for sure. */
export const describePlatform = ({ metrics, operation }: Dashboard): string => {
  const { activeMerchants } = metrics
  const parts = [
    `${formatCount(activeMerchants)} ${activeMerchants === 1 ? 'merchant' : 'merchants'}`,
    operation.engineReachable ? 'payment server reachable' : 'payment server not reachable',
    ...(operation.withdrawalsPaused ? ['withdrawals paused'] : []),
    ...(operation.audit
      ? [
          operation.audit.findings === 0
            ? `books balanced at ${formatTime(operation.audit.at)}`
            : `books did not balance at ${formatTime(operation.audit.at)}`,
        ]
      : []),
  ]
  return `${parts.join(', ')}.`
}
