import { pages } from '../../../content/content.ts'
import { terms } from '../../../content/terms.ts'
import { paths } from '../../../frame/screens.ts'
import { LegalPage } from '../legal-page.tsx'

const TermsPage = () => <LegalPage path={paths.terms} meta={pages.terms} document={terms} />

export default TermsPage
