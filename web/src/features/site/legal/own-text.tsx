import { readLegalText } from '@bitquay/contract/legal-text'
import { formatLegalDay, type ShownLegal } from '@bitquay/contract/legal-text.shown'
import { brand } from '../../../content/content.ts'
import type { LegalDocument } from '../../../content/legal.ts'
import { BackToHome } from '../back-to-home.tsx'
import { lastUpdated } from '../messages.ts'
import { LegalBlocks, OwnSection, readSections } from './blocks.tsx'
import * as t from './messages.ts'
import { Contents, Section } from './parts.tsx'

type OwnTextProps = { shown: ShownLegal | undefined; isFailed: boolean; document: LegalDocument }

/** A text of the operator, or ours with one that was announced. What was announced follows what applies. */
const OwnText = ({ shown, isFailed, document }: OwnTextProps) => {
  const isOurs = shown?.present.text === ''
  const own = shown && !isOurs ? readSections(shown.present.text) : []
  return (
    <>
      <header>
        <BackToHome />
        <h1 className="hull">{document.title}</h1>
        {isOurs && <p className="band-lead text-lg muted">{document.lead}</p>}
        {shown && (
          <p className="small quiet mt-5">
            {isOurs
              ? lastUpdated({ date: brand.legalUpdated })
              : t.appliesFrom({ date: formatLegalDay(shown.present.from) })}
          </p>
        )}
        {shown?.coming.map(({ from }) => (
          <p key={from} className="mt-3 medium">
            {t.willChange({ date: formatLegalDay(from) })} <a href={`#from-${from}`}>{t.readNewVersion}</a>
          </p>
        ))}
      </header>
      {isOurs && <Contents sections={document.sections} isNumbered />}
      {own.length > 0 && <Contents sections={own.filter(({ title }) => title !== '')} />}
      <div className="legal-text prose text-base">
        {isOurs &&
          document.sections.map((section, index) => <Section key={section.id} number={index + 1} {...section} />)}
        {own.map((section) => (
          <OwnSection key={section.id} {...section} />
        ))}
        {shown?.coming.map(({ text, from }) => (
          <section key={from} id={`from-${from}`}>
            <h2 className="text-2xl">{t.fromDay({ date: formatLegalDay(from) })}</h2>
            {text === '' ? (
              document.sections.map((section, index) => (
                <Section key={section.id} number={index + 1} {...section} id={`from-${from}-${section.id}`} />
              ))
            ) : (
              <div className="mt-5">
                <LegalBlocks blocks={readLegalText(text)} />
              </div>
            )}
          </section>
        ))}
        {!shown && isFailed && <p role="alert">{t.textNotLoaded}</p>}
      </div>
    </>
  )
}

// React loads a default export.
export default OwnText
