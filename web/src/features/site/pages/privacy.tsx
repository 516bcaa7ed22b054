import { privacy, privacyMeta } from '../../../content/privacy.ts'
import { paths } from '../../../frame/screens.ts'
import { LegalPage } from '../legal-page.tsx'

const PrivacyPage = () => <LegalPage name="privacy" path={paths.privacy} meta={privacyMeta} document={privacy} />

export default PrivacyPage
