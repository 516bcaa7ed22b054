import type { ReactNode } from 'react'
import './site.css'
import type { PageMeta } from '../../content/content.ts'
import { usePageMeta } from './page-meta.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

type SiteFrameProps = {
  path: string
  meta: PageMeta
  /** Where the anchors of the header lead: on the landing page to itself. */
  anchors?: 'here' | 'home'
  children: ReactNode
}

/** What every public page has around it. */
export const SiteFrame = ({ path, meta, anchors = 'home', children }: SiteFrameProps) => {
  usePageMeta(path, meta)
  return (
    <div className="site-frame column">
      <SiteHeader anchors={anchors} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
