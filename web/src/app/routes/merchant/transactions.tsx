import { Plus } from 'lucide-react'
import { Blank } from '../../../ui/blank.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const MerchantTransactionsPage = () => (
  <Page title="Transaction Center" sentence="Every payment in and out of your wallet.">
    <Blank
      scene="berths"
      title="No transactions found"
      sentence="Your Bitcoin transactions will appear here"
      actions={
        <ButtonLink variant="signal" to="/merchant/invoices" icon={<Plus className="ico" aria-hidden="true" />}>
          Create Invoice
        </ButtonLink>
      }
    />
  </Page>
)
