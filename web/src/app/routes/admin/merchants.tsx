import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const MerchantsPage = () => (
  <Page title="Merchant Management" sentence="Stores on the platform, and who runs them.">
    <Blank scene="berths" title="No merchants yet" sentence="Merchants that you add or approve will appear here" />
  </Page>
)
