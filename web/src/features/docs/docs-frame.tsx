import type { ReactNode } from 'react'
import { Link, NavLink } from 'react-router'
import type { PageMeta } from '../../content/content.ts'
import { useCurrentScreen } from '../../frame/current-screen.ts'
import { docsGroup, docsScreens } from '../../frame/docs-screens.ts'
import { SiteFrame } from '../site/index.ts'
import { chapters } from './chapters.ts'
import { DocsSearch } from './docs-search.tsx'
import * as t from './messages.ts'
import '../../ui/prose.css'
import './docs.css'

/** A part of a chapter that its table of contents links to. */
type DocsPart = { id: string; name: string; parts?: readonly DocsPart[] }

type DocsFrameProps = {
  title: string
  lead: ReactNode
  meta: PageMeta
  parts: readonly DocsPart[]
  children: ReactNode
}

/** A chapter between the list of all of them and its own table of contents. */
export const DocsFrame = ({ title, lead, meta, parts, children }: DocsFrameProps) => {
  const { path } = useCurrentScreen() ?? docsScreens.docs
  return (
    <SiteFrame path={path} meta={meta}>
      <div className="site docs stack">
        <div className="docs-side">
          <DocsSearch />
          <nav className="mt-6" aria-label={t.documentation}>
            <div className="stencil quiet only-desk mb-2">{docsGroup}</div>
            <ul>
              {chapters.map((chapter) => (
                <li key={chapter.path}>
                  <NavLink to={chapter.path} end>
                    {chapter.nav?.name}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div className="docs-main min-w-0">
          <article className="docs-text prose text-base">
            <header>
              <h1 className="hull">{title}</h1>
              <p className="band-lead text-lg muted">{lead}</p>
            </header>
            {children}
          </article>
          <Neighbors path={path} />
        </div>
        <nav className="docs-toc contents-beside small" aria-label={t.onThisPage}>
          <div className="stencil">{t.onThisPage}</div>
          <Parts parts={parts} />
        </nav>
      </div>
    </SiteFrame>
  )
}

const Parts = ({ parts }: { parts: readonly DocsPart[] }) => (
  <ul>
    {parts.map(({ id, name, parts: inner }) => (
      <li key={id}>
        <a className="muted" href={`#${id}`}>
          {name}
        </a>
        {inner && <Parts parts={inner} />}
      </li>
    ))}
  </ul>
)

/** The chapters before and after this one. */
const Neighbors = ({ path }: { path: string }) => {
  const place = chapters.findIndex((chapter) => chapter.path === path)
  const previous = place > 0 ? chapters[place - 1] : undefined
  const next = chapters[place + 1]
  return (
    <nav className="docs-neighbors stack columns-2 gap-4" aria-label={t.otherChapters}>
      {previous && (
        <Link to={previous.path} rel="prev">
          <span className="quiet small">{t.previous}</span>
          {previous.nav?.name}
        </Link>
      )}
      {next && (
        <Link to={next.path} rel="next">
          <span className="quiet small">{t.next}</span>
          {next.nav?.name}
        </Link>
      )}
    </nav>
  )
}
