import { CircleHelp, LifeBuoy, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { brand } from '../../content/content.ts'
import { OpenSearch, SearchPalette } from '../../features/search/index.ts'
import { ReadOnlyNotice, SystemStatus } from '../../features/status/index.ts'
import { paths } from '../../frame/screens.ts'
import { usePreferences } from '../../lib/preferences.ts'
import { useSignOut, useUser } from '../../lib/session.ts'
import { useTheme } from '../../lib/theme.ts'
import { BitcoinUnit } from '../../ui/bitcoin-unit.ts'
import { Logo, Plate } from '../../ui/logo.tsx'
import { Nav, type NavGroup, Person, SlideInMenu } from '../../ui/sidebar.tsx'
import { TooltipProvider } from '../../ui/tooltip.tsx'
import * as t from '../messages.ts'

type PortalLayoutProps = {
  plate: string
  groups: readonly NavGroup[]
  /** Above the links: the merchant's balance. */
  head?: ReactNode
  /** In the top bar of a phone, beside the menu. */
  bar?: ReactNode
  /** Below the logo, and in the top bar of a phone. */
  bell?: ReactNode
  children: ReactNode
}

/** Sidebar and content; on phones a top bar with the sidebar behind its menu button. */
export const PortalLayout = ({ plate, groups, head, bar, bell, children }: PortalLayoutProps) => {
  const [searching, setSearching] = useState(false)
  const openSearch = () => setSearching(true)
  // The menu of a phone has neither search nor bell: the bar behind it does.
  const sidebar = (tools: ReactNode) => <Sidebar plate={plate} groups={groups} head={head} tools={tools} />
  return (
    <BitcoinUnit value={usePreferences().bitcoinUnit}>
      <TooltipProvider>
        <div className="app stack at-top">
          <header className="topbar">
            <HomeLink />
            {bar}
            {bell}
            <OpenSearch isIcon onOpen={openSearch} />
            <SlideInMenu>
              <div className="side column gap-4">{sidebar(undefined)}</div>
            </SlideInMenu>
          </header>
          <aside className="side only-desk column gap-4" aria-label={t.sidebar}>
            <a className="btn btn--signal skip" href="#main">
              {t.skip}
            </a>
            {sidebar(
              <>
                <OpenSearch onOpen={openSearch} />
                {bell}
              </>,
            )}
          </aside>
          <main id="main" className="main" tabIndex={-1}>
            <ReadOnlyNotice />
            {children}
          </main>
        </div>
        <SearchPalette groups={groups} open={searching} onOpenChange={setSearching} />
      </TooltipProvider>
    </BitcoinUnit>
  )
}

type SidebarProps = Pick<PortalLayoutProps, 'plate' | 'groups' | 'head'> & {
  /** Below the logo. */
  tools: ReactNode
}

const Sidebar = ({ plate, groups, head, tools }: SidebarProps) => {
  const { email } = useUser()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const signOut = useSignOut()
  return (
    <>
      <div className="brand">
        <HomeLink />
        <Plate>{plate}</Plate>
      </div>
      {tools}
      {head}
      <Nav label={plate} groups={groups} path={pathname} />
      <SystemStatus />
      <nav className="nav stack" aria-label={t.more}>
        <Link to={paths.help}>
          <CircleHelp className="ico" aria-hidden="true" />
          {t.help}
        </Link>
        <Link to={paths.contact}>
          <LifeBuoy className="ico" aria-hidden="true" />
          {t.support}
        </Link>
        <ThemeSwitch />
      </nav>
      <Person email={email} signOut={() => void signOut(() => void navigate(paths.home))} />
    </>
  )
}

const HomeLink = () => (
  <Link to={paths.home} aria-label={t.dashboardOf({ brand: brand.name })}>
    <Logo name={brand.name} />
  </Link>
)

const ThemeSwitch = () => {
  const [theme, choose] = useTheme()
  return theme === 'dark' ? (
    <button type="button" onClick={() => choose('light')}>
      <Sun className="ico" aria-hidden="true" />
      {t.lightTheme}
    </button>
  ) : (
    <button type="button" onClick={() => choose('dark')}>
      <Moon className="ico" aria-hidden="true" />
      {t.darkTheme}
    </button>
  )
}
