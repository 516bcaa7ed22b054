import type { LucideIcon } from 'lucide-react'
import { type NavName, type Portal, portalScreens } from '../../frame/portal-screens.ts'
import type { Screens } from '../../frame/screens.ts'
import type { NavGroup, NavItem } from '../../ui/sidebar.tsx'

type Group = NavGroup & { items: NavItem[] }

/** The sidebar of a portal, from the screen table. Icons are given here, so that public pages don't load them. */
export const createNavGroups = <P extends Portal>(
  portal: P,
  icons: Record<NavName<P>, LucideIcon>,
  counts: { [N in NavName<P>]?: number } = {},
): readonly NavGroup[] => {
  const groups: Group[] = []
  const iconOf: Record<string, LucideIcon> = icons
  const countOf: Record<string, number | undefined> = counts
  for (const [name, { path, nav, also = [] }] of Object.entries<Screens[string]>(portalScreens[portal])) {
    const Icon = iconOf[name]
    if (!nav || !Icon) continue
    let group = groups.find((known) => known.name === nav.group)
    if (!group) {
      group = { ...(nav.group ? { name: nav.group } : {}), items: [] }
      groups.push(group)
    }
    group.items.push({ name: nav.name, to: path, also, icon: <Icon className="ico" />, count: countOf[name] ?? 0 })
  }
  return groups
}
