import { ArrowLeft } from 'lucide-react'
import { ButtonLink } from '../ui/button.tsx'
import { HomeLink } from './home-link.tsx'
import * as t from './messages.ts'
import { paths } from './screens.ts'

/** The top of a page outside the portals: the brand, and the way back to the site. */
export const HomeHeader = ({ className }: { className: string }) => (
  <header className={className}>
    <HomeLink />
    <ButtonLink
      variant="ghost"
      className="home-button"
      to={paths.home}
      icon={<ArrowLeft className="ico" aria-hidden="true" />}
    >
      {t.backToHome}
    </ButtonLink>
  </header>
)
