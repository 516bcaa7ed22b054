import { terms, termsMeta } from '../../../content/terms.ts'
import { paths } from '../../../frame/screens.ts'
import { LegalPage } from '../legal-page.tsx'

const TermsPage = () => <LegalPage name="terms" path={paths.terms} meta={termsMeta} document={terms} />

export default TermsPage
