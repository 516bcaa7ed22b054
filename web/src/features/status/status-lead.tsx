import { HealthMark } from '../../ui/sidebar.tsx'
import { describeGateway, describeNetwork, describeSystem, type Reading } from './describe-status.ts'
import * as t from './messages.ts'
import { type Status, useStatus } from './use-status.ts'
import './status-card.css'

/** The one sentence that whoever opens the status page came for. */
export const StatusLead = () => {
  const { data: status, isError, isPending } = useStatus()
  if (isPending) return null
  const health = status && !isError ? worstOf(status) : 'bad'
  return (
    <section className="card c12 stat-lead" aria-live="polite">
      <span className={`state ${health}`}>
        <HealthMark health={health} />
      </span>
      <div>
        <p className="hull">{words[health].title}</p>
        <p className="muted">{words[health].sentence}</p>
      </div>
    </section>
  )
}

const words: Record<Reading['health'], { title: string; sentence: string }> = {
  ok: { title: t.allWell, sentence: t.allWellNext },
  wait: { title: t.delayed, sentence: t.delayedNext },
  bad: {
    title: t.down,
    sentence: t.downNext,
  },
}

const worstOf = (status: Status): Reading['health'] => {
  const now = new Date()
  const readings = [describeSystem(status, now), describeNetwork(status, now), describeGateway(status, now)]
  return (['bad', 'wait'] as const).find((health) => readings.some((each) => each.health === health)) ?? 'ok'
}
