import { Menu, X } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { HomeLink } from '../../frame/home-link.tsx'
import { paths } from '../../frame/screens.ts'
import { ButtonLink, IconButton } from '../../ui/button.tsx'
import * as t from './messages.ts'

const sections = [
  ['#features', t.features],
  ['#pricing', t.pricing],
  ['#cta', t.openAccount],
] as const

export const SiteHeader = ({ anchors }: { anchors: 'here' | 'home' }) => {
  const bar = useRef<HTMLElement>(null)
  const menu = useMenu(bar)
  const links = sections.map(([hash, name]) =>
    anchors === 'here' ? (
      <a key={hash} href={hash} onClick={menu.close}>
        {name}
      </a>
    ) : (
      <Link key={hash} to={`${paths.home}${hash}`} onClick={menu.close}>
        {name}
      </Link>
    ),
  )
  return (
    <header className="site-bar" ref={bar}>
      <a className="btn btn--line skip" href="#main">
        {t.skip}
      </a>
      <div className="site across">
        <HomeLink />
        <nav className="site-nav flex gap-1 medium muted" aria-label={t.siteNav}>
          {links}
          <Link to={paths.help}>{t.help}</Link>
          <Link to={paths.docs}>{t.docs}</Link>
        </nav>
        <div className="acts flex gap-2 ml-auto">
          <ButtonLink to={paths.login} variant="ghost" className="sign-in">
            {t.signIn}
          </ButtonLink>
          <ButtonLink to={paths.getStarted} variant="signal">
            {t.getStarted}
          </ButtonLink>
          <IconButton
            className="site-menu-toggle"
            label={menu.open ? t.closeMenu : t.menu}
            aria-expanded={menu.open}
            aria-controls="site-menu"
            onClick={menu.toggle}
          >
            {menu.open ? <X className="ico" aria-hidden="true" /> : <Menu className="ico" aria-hidden="true" />}
          </IconButton>
        </div>
      </div>
      <nav className="site-menu" id="site-menu" aria-label={t.menu} hidden={!menu.open}>
        {links}
        <Link to={paths.help}>{t.help}</Link>
        <Link to={paths.docs} onClick={menu.close}>
          {t.docs}
        </Link>
        <Link to={paths.about}>{t.about}</Link>
        <Link to={paths.contact}>{t.contact}</Link>
        <Link to={paths.login}>{t.signIn}</Link>
      </nav>
    </header>
  )
}

/** Open or not; Escape and a press anywhere else close it, and Escape gives the focus back. */
const useMenu = (bar: RefObject<HTMLElement | null>) => {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const pressed = (event: PointerEvent) => {
      if (!bar.current?.contains(event.target as Node)) setOpen(false)
    }
    const keyed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      bar.current?.querySelector<HTMLElement>('.site-menu-toggle')?.focus()
    }
    addEventListener('pointerdown', pressed)
    addEventListener('keydown', keyed)
    return () => {
      removeEventListener('pointerdown', pressed)
      removeEventListener('keydown', keyed)
    }
  }, [bar, open])
  return { open, toggle: () => setOpen(!open), close: () => setOpen(false) }
}
