import { formatTime } from '../../lib/format-date.ts'
import * as t from './messages.ts'
import type { Dashboard } from './use-dashboard.ts'

export const describePlatform = ({ metrics, operation: { engineReachable, withdrawalsPaused, audit } }: Dashboard) =>
  t.platformSummary({
    merchants: metrics.activeMerchants,
    server: engineReachable ? 'up' : 'down',
    withdrawals: withdrawalsPaused ? 'paused' : 'open',
    ledger: audit ? (audit.findings === 0 ? 'balanced' : 'unbalanced') : 'unknown',
    time: audit ? formatTime(audit.at) : '',
  })
