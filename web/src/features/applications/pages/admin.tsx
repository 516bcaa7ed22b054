import { Page } from '../../../frame/page.tsx'
import { ApplicationList } from '../application-list.tsx'

const ApplicationsPage = () => (
  <Page title="Merchant Applications" sentence="Businesses that ask to be onboarded.">
    <ApplicationList />
  </Page>
)

export default ApplicationsPage
