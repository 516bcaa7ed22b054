import { Bookmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import * as t from './messages.ts'
import './view-tabs.css'

type ViewTab = {
  name: string
  /** The query part of its address. */
  search: string
  current: boolean
  /** Shown where a count changes what someone does next. */
  count?: number | undefined
  /** A count that needs attention. */
  urgent?: boolean
}

type ViewTabsProps = { views: readonly ViewTab[]; saved: readonly ViewTab[] }

/** Views of one list as links: first the list's own, then what the person saved. */
export const ViewTabs = ({ views, saved }: ViewTabsProps) => (
  <nav className="tabs flex gap-1" aria-label={t.views}>
    {views.map((view) => (
      <Tab key={view.name} {...view} />
    ))}
    {saved.length > 0 && <span className="sep" />}
    {saved.map((view) => (
      <Tab key={view.name} {...view} icon={<Bookmark className="ico" aria-hidden="true" />} />
    ))}
  </nav>
)

const Tab = ({ name, search, current, count, urgent = false, icon }: ViewTab & { icon?: ReactNode }) => (
  <Link to={{ search }} state={useLocation().state} preventScrollReset aria-current={current ? 'page' : undefined}>
    {icon}
    {name}
    {count !== undefined && (
      <span className={urgent && count > 0 ? 'n n--wait tiny strong text-wait' : 'n tiny muted strong'}>
        {count.toLocaleString('en-US')}
      </span>
    )}
  </Link>
)
