import { Badge } from '../../ui/badge.tsx'
import { stateBadges } from './component-names.ts'
import * as t from './messages.ts'
import { type Status, useStatus } from './use-status.ts'

/** Each payment server on its own, since one that is down affects only its own merchants. */
export const PaymentServers = () => {
  const { data: status } = useStatus()
  if (!status || status.engines.length < 2) return null
  return (
    <>
      <h2 className="hull c12 status-section mt-4">{t.paymentServers}</h2>
      <section className="card c12" aria-label={t.paymentServers}>
        <ul className="lined">
          {status.engines.map((engine) => (
            <PaymentServer key={engine.name} {...engine} />
          ))}
        </ul>
      </section>
    </>
  )
}

const PaymentServer = ({ name, reachable, synced, latencyMs }: Status['engines'][number]) => {
  const { shape, word } = stateBadges[reachable ? (synced ? 'operational' : 'degraded') : 'down']
  return (
    <li className="status-component">
      <div className="across between gap-3 mb-3">
        <h3 className="text-base strong">{name}</h3>
        <Badge shape={shape}>{word}</Badge>
      </div>
      <p className="small quiet">
        {!reachable ? t.serverDoesNotRespond : latencyMs === null ? t.noData : t.answersIn({ count: latencyMs })}
      </p>
    </li>
  )
}
