import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { HomeHeader } from './home-header.tsx'

/** A page outside the portals that is a tool rather than a part of the site. */
export const PlainFrame = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={classNames('mx-auto px-4 py-6 md:px-8', narrow ? 'max-w-5xl' : 'max-w-portal')}>
    <HomeHeader className="mb-8 flex items-center justify-between" />
    <main id="main" tabIndex={-1} className="outline-0">
      {children}
    </main>
  </div>
)
