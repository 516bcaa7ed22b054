import { Moon, Sun } from 'lucide-react'
import { Link } from 'react-router'
import { brand } from '../../content/content.ts'
import { footerLine } from '../../content/landing.ts'
import { paths } from '../../frame/screens.ts'
import { useTheme } from '../../lib/theme.ts'
import { Logo } from '../../ui/logo.tsx'

export const SiteFooter = () => (
  <footer className="site-foot">
    <div className="site">
      <Link to={paths.home} aria-label={`${brand.name}, home`}>
        <Logo name={brand.name} />
      </Link>
      <nav aria-label="More pages">
        <Link to={paths.about}>About</Link>
        <Link to={paths.contact}>Contact</Link>
        <Link to={paths.docs}>Developers</Link>
        <Link to={paths.privacy}>Privacy</Link>
        <Link to={paths.terms}>Terms</Link>
      </nav>
      <span className="site-legal">{footerLine}</span>
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
      {other === 'dark' ? 'Dark' : 'Light'}
    </button>
  )
}
