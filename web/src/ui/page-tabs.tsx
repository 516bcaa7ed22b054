import { Link } from 'react-router'
import './list-surface/view-tabs.css'

type PageTab = { name: string; to: string; current: boolean; count?: number | undefined }

/** Pages of one subject, as links: each has an address. */
export const PageTabs = ({ label, tabs }: { label: string; tabs: readonly PageTab[] }) => (
  <nav className="tabs flex gap-1 span-all" aria-label={label}>
    {tabs.map(({ name, to, current, count }) => (
      <Link key={name} to={to} aria-current={current ? 'page' : undefined}>
        {name}
        {count !== undefined && <span className="n tiny muted strong">{count.toLocaleString('en-US')}</span>}
      </Link>
    ))}
  </nav>
)
