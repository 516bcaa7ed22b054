import { pages } from '../../../content/content.ts'
import { privacy } from '../../../content/privacy.ts'
import { paths } from '../../../frame/screens.ts'
import { LegalPage } from '../legal-page.tsx'

const PrivacyPage = () => <LegalPage path={paths.privacy} meta={pages.privacy} document={privacy} />

export default PrivacyPage
