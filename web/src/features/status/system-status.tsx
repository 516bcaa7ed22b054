import { formatTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { HealthLine } from '../../ui/sidebar.tsx'
import { useStatus } from './use-status.ts'

/** The small block at the foot of the sidebar. */
export const SystemStatus = () => {
  const { data: status, isError, dataUpdatedAt } = useStatus()
  return (
    <section className="sys" aria-label="System Status">
      <span className="stencil">System Status</span>
      {isError || (status && !(status.database.ok && status.engine.reachable)) ? (
        <>
          <HealthLine health="bad">Not connected</HealthLine>
          {dataUpdatedAt > 0 && (
            <HealthLine health="quiet">Figures from {formatTime(new Date(dataUpdatedAt))}</HealthLine>
          )}
        </>
      ) : status ? (
        <>
          <HealthLine health="ok">Connected</HealthLine>
          <HealthLine
            health={status.engine.synced ? 'ok' : 'wait'}
            value={status.chain.height === null ? undefined : formatCount(status.chain.height)}
          >
            {status.engine.synced ? 'Network Synced' : 'Network syncing'}
          </HealthLine>
        </>
      ) : (
        <>
          <HealthLine health="quiet">Connecting</HealthLine>
          <HealthLine health="quiet">Network</HealthLine>
        </>
      )}
    </section>
  )
}
