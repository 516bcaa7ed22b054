import * as t from './messages.ts'
import './legal.css'
import { brand, type PageMeta } from '../../content/content.ts'
import type { LegalDocument, LegalPart, LegalSection } from '../../content/legal.ts'
import { BackToHome } from './back-to-home.tsx'
import { Prose } from './prose.tsx'
import { SiteFrame } from './site-frame.tsx'

/** Numbered sections beside their table of contents; on paper only the text is left. */
export const LegalPage = ({ path, meta, document }: { path: string; meta: PageMeta; document: LegalDocument }) => (
  <SiteFrame path={path} meta={meta}>
    <article className="site legal">
      <header>
        <BackToHome />
        <h1 className="hull">{document.title}</h1>
        <p className="band-lead">{document.lead}</p>
        <p className="small quiet">{t.lastUpdated({ date: brand.legalUpdated })}</p>
      </header>
      <nav className="legal-contents" aria-label={t.contents}>
        <h2 className="stencil">{t.contents}</h2>
        <ol>
          {document.sections.map(({ id, title }, index) => (
            <li key={id}>
              <a href={`#${id}`}>
                <span className="legal-number">{index + 1}</span>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="legal-text">
        {document.sections.map((section, index) => (
          <Section key={section.id} number={index + 1} {...section} />
        ))}
      </div>
    </article>
  </SiteFrame>
)

const Section = ({ id, title, parts, number }: LegalSection & { number: number }) => (
  <section id={id}>
    <h2>
      <span className="legal-number">{number}.</span> {title}
    </h2>
    {parts.map((part, index) => (
      <Part key={index} part={part} />
    ))}
  </section>
)

const Part = ({ part }: { part: LegalPart }) => {
  if (part.kind === 'text') {
    return (
      <p>
        <Prose text={part.text} />
      </p>
    )
  }
  if (part.kind === 'list') {
    return (
      <ul>
        {part.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    )
  }
  return (
    <table>
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
            <td>{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
