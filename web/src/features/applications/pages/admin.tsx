import { Page } from '../../../frame/page.tsx'
import { ApplicationList } from '../application-list.tsx'

export const ApplicationsPage = () => (
  <Page title="Merchant Applications" tab="Applications" sentence="Businesses that ask to be onboarded.">
    <ApplicationList />
  </Page>
)
