import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const PartnerWalletPage = () => (
  <Page title="Wallet" sentence="What you have earned and not yet withdrawn.">
    <Blank scene="berths" title="No transactions yet" sentence="Your earnings will appear here" />
  </Page>
)
