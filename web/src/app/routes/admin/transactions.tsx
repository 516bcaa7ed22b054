import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const AdminTransactionsPage = () => (
  <Page title="All Transactions" sentence="Every payment of every store.">
    <Blank scene="berths" title="No transactions yet" sentence="Transactions of all stores will appear here" />
  </Page>
)
