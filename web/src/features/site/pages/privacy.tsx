import { pages } from '../../../content/content.ts'
import { privacy } from '../../../content/privacy.ts'
import { LegalPage } from '../legal-page.tsx'

export const PrivacyPage = () => <LegalPage meta={pages.privacy} document={privacy} />
