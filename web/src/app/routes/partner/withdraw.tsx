import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const WithdrawPage = () => (
  <Page title="Withdraw" sentence="Your earnings, sent to a Bitcoin address of yours.">
    <Blank scene="berths" title="Nothing to withdraw yet" sentence="Your earnings will appear here" />
  </Page>
)
