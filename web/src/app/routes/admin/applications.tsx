import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const ApplicationsPage = () => (
  <Page title="Merchant Applications" sentence="Businesses that ask to be onboarded.">
    <Blank scene="berths" title="No applications yet" sentence="Applications from the website will appear here" />
  </Page>
)
