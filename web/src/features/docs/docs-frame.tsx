import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { brand } from '../../content/content.ts'
import { useCurrentScreen } from '../../frame/current-screen.ts'
import { docsGroup, type Screen, screens } from '../../frame/screens.ts'
import { SiteFrame } from '../site/index.ts'
import * as t from './messages.ts'
import './docs.css'

/** The chapters, in the order in which a developer needs them. */
const chapters = Object.values<Screen>(screens.public).filter(({ nav }) => nav?.group === docsGroup)

type DocsFrameProps = {
  title: string
  lead: ReactNode
  description: string
  /** The parts of this chapter, for the side. */
  parts?: readonly { id: string; name: string }[]
  children: ReactNode
}

/** A chapter beside the list of all of them. */
export const DocsFrame = ({ title, lead, description, parts = [], children }: DocsFrameProps) => {
  const { path } = useCurrentScreen() ?? screens.public.docs
  return (
    <SiteFrame path={path} meta={{ title: `${title} · ${brand.name}`, description }}>
      <div className="site docs">
        <nav className="docs-side" aria-label={t.documentation}>
          <div className="stencil">{docsGroup}</div>
          <ul>
            {chapters.map((chapter) => (
              <li key={chapter.path}>
                <NavLink to={chapter.path} end>
                  {chapter.nav?.name}
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
}
