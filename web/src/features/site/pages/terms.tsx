import { pages } from '../../../content/content.ts'
import { terms } from '../../../content/terms.ts'
import { LegalPage } from '../legal-page.tsx'

export const TermsPage = () => <LegalPage meta={pages.terms} document={terms} />
