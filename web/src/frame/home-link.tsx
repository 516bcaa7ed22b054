import { Link } from 'react-router'
import { brand } from '../content/content.ts'
import { Logo } from '../ui/logo.tsx'
import * as t from './messages.ts'
import { paths } from './screens.ts'

/** The logo at the head or foot of a public page. */
export const HomeLink = () => (
  <Link to={paths.home} aria-label={t.home({ brand: brand.name })}>
    <Logo name={brand.name} />
  </Link>
)
