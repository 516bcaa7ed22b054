import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { HomeLink } from './home-link.tsx'
import * as t from './messages.ts'
import { paths } from './screens.ts'

/** A page outside the portals that is a tool rather than a part of the site. */
export const PlainFrame = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={classNames('mx-auto px-4 py-6 md:px-8', narrow ? 'max-w-5xl' : 'max-w-portal')}>
    <header className="mb-8 flex items-center justify-between">
      <HomeLink />
      <ButtonLink
        variant="ghost"
        className="-mr-2.5"
        to={paths.home}
        icon={<ArrowLeft className="ico" aria-hidden="true" />}
      >
        {t.backToHome}
      </ButtonLink>
    </header>
    <main id="main" tabIndex={-1} className="outline-0">
      {children}
    </main>
  </div>
)
