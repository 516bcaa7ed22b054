import { Moon, Sun } from 'lucide-react'
import { Link } from 'react-router'
import { footerLine } from '../../content/content.ts'
import { HomeLink } from '../../frame/home-link.tsx'
import { paths } from '../../frame/screens.ts'
import { useTheme } from '../../lib/theme.ts'
import * as t from './messages.ts'

export const SiteFooter = () => (
  <footer className="site-foot">
    <div className="site cluster muted gap-y-3 gap-x-6">
      <HomeLink />
      <nav className="flex wraps gap-1" aria-label={t.moreNav}>
        <Link to={paths.about}>{t.about}</Link>
        <Link to={paths.contact}>{t.contact}</Link>
        <Link to={paths.pricing}>{t.pricing}</Link>
        <Link to={paths.help}>{t.help}</Link>
        <Link to={paths.docs}>{t.docs}</Link>
        <Link to={paths.privacy}>{t.privacy}</Link>
        <Link to={paths.terms}>{t.terms}</Link>
      </nav>
      <span className="site-legal ml-auto quiet small">{footerLine}</span>
      <ThemeSwitch />
    </div>
  </footer>
)

const ThemeSwitch = () => {
  const [theme, choose] = useTheme()
  const other = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <button type="button" className="btn btn--ghost btn--sm" onClick={() => choose(other)}>
      <Icon className="ico" aria-hidden="true" />
      {other === 'dark' ? t.dark : t.light}
    </button>
  )
}
