import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const MerchantUsersPage = () => (
  <Page title="Merchant User Management" sentence="People who sign in for a merchant.">
    <Blank scene="berths" title="No merchant users yet" sentence="Users of the merchants will appear here" />
  </Page>
)
