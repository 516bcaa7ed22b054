import { formatTime } from '../../lib/format-date.ts'
import { formatCount } from '../../lib/format-number.ts'
import { HealthLine } from '../../ui/sidebar.tsx'
import * as t from './messages.ts'
import { useStatus } from './use-status.ts'

/** The small block at the foot of the sidebar. */
export const SystemStatus = () => {
  const { data: status, isError, dataUpdatedAt } = useStatus()
  return (
    <section className="sys stack small gap-1.5" aria-label={t.system}>
      <span className="stencil">{t.system}</span>
      {isError || (status && !(status.database.ok && status.engine.reachable)) ? (
        <>
          <HealthLine health="bad">{t.notConnected}</HealthLine>
          {dataUpdatedAt > 0 && (
            <HealthLine health="quiet">{t.figuresFrom({ time: formatTime(new Date(dataUpdatedAt)) })}</HealthLine>
          )}
        </>
      ) : status ? (
        <>
          <HealthLine health="ok">{t.connected}</HealthLine>
          <HealthLine
            health={status.engine.synced ? 'ok' : 'wait'}
            value={status.chain.height === null ? undefined : formatCount(status.chain.height)}
          >
            {status.engine.synced ? t.networkSynced : t.networkSyncing}
          </HealthLine>
        </>
      ) : (
        <>
          <HealthLine health="quiet">{t.connecting}</HealthLine>
          <HealthLine health="quiet">{t.networkUnknown}</HealthLine>
        </>
      )}
    </section>
  )
}
