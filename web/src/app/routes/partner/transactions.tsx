import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const PartnerTransactionsPage = () => (
  <Page title="Transactions" sentence="Payments of merchants that you earned a share of.">
    <Blank scene="berths" title="No transactions yet" sentence="Your share of each payment will appear here" />
  </Page>
)
