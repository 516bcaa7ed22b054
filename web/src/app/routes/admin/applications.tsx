import { ApplicationList } from '../../../features/applications/application-list.tsx'
import { Page } from '../../page.tsx'

export const ApplicationsPage = () => (
  <Page title="Merchant Applications" tab="Applications" sentence="Businesses that ask to be onboarded.">
    <ApplicationList />
  </Page>
)
