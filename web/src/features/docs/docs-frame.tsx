import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { brand } from '../../content/content.ts'
import { SiteFrame } from '../site/index.ts'
import './docs.css'

/** The chapters, in the order in which a developer needs them. */
const chapters = [
  { path: '/docs', name: 'First payment' },
  { path: '/docs/webhooks', name: 'Webhooks' },
  { path: '/docs/reference', name: 'Reference' },
  { path: '/docs/errors', name: 'Errors' },
  { path: '/docs/sandbox', name: 'Test levers' },
  { path: '/docs/plugins', name: 'Shop plugins' },
] as const

type DocsFrameProps = {
  path: (typeof chapters)[number]['path']
  title: string
  lead: ReactNode
  description: string
  /** The parts of this chapter, for the side. */
  parts?: readonly { id: string; name: string }[]
  children: ReactNode
}

/** A chapter beside the list of all of them. */
export const DocsFrame = ({ path, title, lead, description, parts = [], children }: DocsFrameProps) => (
  <SiteFrame path={path} meta={{ title: `${title} · ${brand.name}`, description }}>
    <div className="site docs">
      <nav className="docs-side" aria-label="Documentation">
        <div className="stencil">For developers</div>
        <ul>
          {chapters.map((chapter) => (
            <li key={chapter.path}>
              <NavLink to={chapter.path} end>
                {chapter.name}
              </NavLink>
              {chapter.path === path && parts.length > 0 && (
                <ul className="docs-parts">
                  {parts.map(({ id, name }) => (
                    <li key={id}>
                      <a href={`#${id}`}>{name}</a>
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
      </nav>
      <article className="docs-text">
        <header>
          <h1 className="hull">{title}</h1>
          <p className="band-lead">{lead}</p>
        </header>
        {children}
      </article>
    </div>
  </SiteFrame>
)
