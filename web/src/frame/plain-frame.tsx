import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { HomeHeader } from './home-header.tsx'

/** A page outside the portals that is a tool rather than a part of the site. */
export const PlainFrame = ({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) => (
  <div className={classNames('plain-frame', narrow && 'plain-frame--narrow')}>
    <HomeHeader className="across between" />
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  </div>
)
