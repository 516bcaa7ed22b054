import { CircleCheck, CircleHelp, type LucideIcon, TriangleAlert } from 'lucide-react'
import { formatAgo } from '../../lib/format-date.ts'
import { useNow } from '../../lib/use-now.ts'
import * as t from './messages.ts'
import { rateSystem, type SystemHealth } from './rate-system.ts'
import type { StatusHistory } from './use-status-history.ts'

type StatusLeadProps = {
  history: StatusHistory
  /** The server can't be reached anymore, so what is known may be over. */
  isLost: boolean
  updatedAt: Date
}

/** The sentence that people open the status page for. */
export const StatusLead = ({ history, isLost, updatedAt }: StatusLeadProps) => {
  const now = useNow()
  const health = isLost ? 'down' : rateSystem(history.components)
  const { icon: Icon, tone, title, sentence } = words[health]
  const open = history.incidents.find(({ resolvedAt }) => resolvedAt === null)
  const newest = isLost ? undefined : open?.updates[0]
  return (
    <section className={`status-lead span-all stack auto-rest middle ${tone}`}>
      <Icon className="ico" aria-hidden="true" />
      <div>
        <div aria-live="polite">
          <h2 className="hull">{title}</h2>
          <p className="muted breaks">
            {isLost ? t.serverLost : newest ? newest.sentence : sentence} {newest?.money}
          </p>
        </div>
        <p className="small muted breaks">{t.updated({ ago: formatAgo(updatedAt, now) })}</p>
      </div>
    </section>
  )
}

const words: Record<SystemHealth, { icon: LucideIcon; tone: string; title: string; sentence: string }> = {
  operational: { icon: CircleCheck, tone: 'tone-ok', title: t.allWell, sentence: t.allWellNext },
  degraded: { icon: TriangleAlert, tone: 'tone-wait', title: t.delayed, sentence: t.delayedNext },
  down: { icon: TriangleAlert, tone: 'tone-bad', title: t.down, sentence: t.downNext },
  unknown: { icon: CircleHelp, tone: 'tone-none', title: t.partlyChecked, sentence: t.partlyCheckedNext },
  'never-checked': { icon: CircleHelp, tone: 'tone-none', title: t.notChecked, sentence: t.notCheckedNext },
}
