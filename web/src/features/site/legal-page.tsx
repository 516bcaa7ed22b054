import * as t from './messages.ts'
import '../../ui/prose.css'
import './legal.css'
import { brand, type PageMeta } from '../../content/content.ts'
import type { LegalDocument, LegalPart, LegalSection } from '../../content/legal.ts'
import { BackToHome } from './back-to-home.tsx'
import { Prose } from './prose.tsx'
import { SiteFrame } from './site-frame.tsx'

/** Numbered sections beside their table of contents; on paper only the text is left. */
export const LegalPage = ({ path, meta, document }: { path: string; meta: PageMeta; document: LegalDocument }) => (
  <SiteFrame path={path} meta={meta}>
    <article className="site legal stack">
      <header>
        <BackToHome />
        <h1 className="hull">{document.title}</h1>
        <p className="band-lead text-lg muted">{document.lead}</p>
        <p className="small quiet mt-5">{t.lastUpdated({ date: brand.legalUpdated })}</p>
      </header>
      <nav className="legal-contents contents-beside" aria-label={t.contents}>
        <h2 className="stencil">{t.contents}</h2>
        <ol>
          {document.sections.map(({ id, title }, index) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span className="quiet">{index + 1}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text prose text-base">
        {document.sections.map((section, index) => (
          <Section key={section.id} number={index + 1} {...section} />
        ))}
      </div>
    </article>
  </SiteFrame>
)

const Section = ({ id, title, parts, number }: LegalSection & { number: number }) => (
  <section id={id}>
    <h2 className="text-xl">
      <span className="quiet">{number}.</span> {title}
    </h2>
    {parts.map((part, index) => (
      <Part key={index} part={part} />
    ))}
  </section>
)

const Part = ({ part }: { part: LegalPart }) => {
  if (part.kind === 'text') {
    return (
      <p className="muted mt-3">
        <Prose text={part.text} />
      </p>
    )
  }
  if (part.kind === 'list') {
    return (
      <ul className="block-list muted mt-3 stack gap-1.5">
        {part.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  }
  return (
    <table className="muted mt-3">
      <thead>
        <tr>
          {part.head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {part.rows.map(([what, howLong]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td className="ink">{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
