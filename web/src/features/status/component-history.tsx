import { Badge } from '../../ui/badge.tsx'
import { componentNames, stateBadges } from './component-names.ts'
import { describeDay, describeUptime } from './describe-uptime.ts'
import * as t from './messages.ts'
import '../../ui/days.css'
import type { StatusHistory } from './use-status-history.ts'

type Component = StatusHistory['components'][number]

/** The six components, each with 90 days on the quay line; 45 on phones. */
export const ComponentHistory = ({ components }: { components: readonly Component[] }) => (
  <section className="card c12" aria-label={t.parts}>
    <ul className="lined">
      {components.map((component) => (
        <ComponentRow key={component.component} {...component} />
      ))}
    </ul>
    <ul className="status-key flex wraps small muted ruled" aria-label={t.key}>
      {(['operational', 'degraded', 'down', 'no-data'] as const).map((state) => (
        <li className="flex" key={state}>
          <span className={`day ${state}`} aria-hidden="true" />
          {stateBadges[state].word}
        </li>
      ))}
    </ul>
  </section>
)

const ComponentRow = ({ component, state, uptimePercent, days }: Component) => {
  const name = componentNames[component]
  const uptime = describeUptime(uptimePercent, days)
  const problems = days.filter((day) => day.state === 'degraded' || day.state === 'down').length
  return (
    <li className="status-component">
      <div className="across between gap-3 mb-3">
        <h3 className="text-base strong">{name}</h3>
        <Badge shape={stateBadges[state].shape}>{stateBadges[state].word}</Badge>
      </div>
      <div className="status-days days flex at-bottom" role="img" aria-label={t.daysLabel({ name, uptime, problems })}>
        {days.map((day) => (
          <span key={day.date} className={`day ${day.state}`} title={describeDay(day)} />
        ))}
      </div>
      <div className="x small quiet flex between mt-1.5">
        <span className="from-90">{t.daysAgo90}</span>
        <span>{uptime}</span>
        <span>{t.today}</span>
      </div>
    </li>
  )
}
