import type { LegalPart, LegalSection } from '../../../content/legal.ts'
import * as t from '../messages.ts'
import { Prose } from '../prose.tsx'

type ContentsProps = { sections: readonly { id: string; title: string }[]; isNumbered?: boolean }

export const Contents = ({ sections, isNumbered = false }: ContentsProps) => (
  <nav className="legal-contents contents-beside" aria-label={t.contents}>
    <h2 className="stencil">{t.contents}</h2>
    <ol>
      {sections.map(({ id, title }, index) => (
        <li key={id}>
          <a href={`#${id}`}>
            <span className="quiet">{isNumbered ? index + 1 : ''}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  </nav>
)

export const Section = ({ id, title, parts, number }: LegalSection & { number: number }) => (
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
