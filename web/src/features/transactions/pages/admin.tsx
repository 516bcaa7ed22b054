import { Page } from '../../../frame/page.tsx'
import { AllTransactions } from '../all-transactions.tsx'
import * as t from '../messages.ts'

const AdminTransactionsPage = () => (
  <AllTransactions>
    {(list, exporting) => (
      <Page sentence={t.allTransactionsNote} actions={exporting}>
        {list}
      </Page>
    )}
  </AllTransactions>
)

export default AdminTransactionsPage
