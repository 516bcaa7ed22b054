import * as t from './messages.ts'
import '../../ui/prose.css'
import './legal.css'
import type { LegalName } from '@bitquay/contract/legal-text.shown'
import { lazy, Suspense } from 'react'
import { brand, type PageMeta } from '../../content/content.ts'
import type { LegalDocument } from '../../content/legal.ts'
import { BackToHome } from './back-to-home.tsx'
import { Contents, Section } from './legal/parts.tsx'
import { SiteFrame } from './site-frame.tsx'
import { useLegalText } from './use-legal-text.ts'

type LegalPageProps = {
  name: LegalName
  path: string
  meta: PageMeta
  /** Ours, unless the operator has another one. */
  document: LegalDocument
}

/** Most platforms have a text of their own or ours, so ours alone is loaded with the page. */
const OwnText = lazy(() => import('./legal/own-text.tsx'))

/** Sections beside their table of contents; on paper only the text is left. */
export const LegalPage = ({ name, path, meta, document }: LegalPageProps) => {
  const { shown, reading } = useLegalText(name)
  return (
    <SiteFrame path={path} meta={meta}>
      <article className="site legal stack">
        {shown?.present.text === '' && shown.coming.length === 0 ? (
          <>
            <header>
              <BackToHome />
              <h1 className="hull">{document.title}</h1>
              <p className="band-lead text-lg muted">{document.lead}</p>
              <p className="small quiet mt-5">{t.lastUpdated({ date: brand.legalUpdated })}</p>
            </header>
            <Contents sections={document.sections} isNumbered />
            <div className="legal-text prose text-base">
              {document.sections.map((section, index) => (
                <Section key={section.id} number={index + 1} {...section} />
              ))}
            </div>
          </>
        ) : (
          <Suspense fallback={null}>
            <OwnText shown={shown} isFailed={reading.isError} document={document} />
          </Suspense>
        )}
      </article>
    </SiteFrame>
  )
}
