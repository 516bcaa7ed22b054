import { Plus } from 'lucide-react'
import { Blank } from '../../../ui/blank.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const InvoicePage = () => (
  <Page title="Invoice" sentence="One invoice, with its payments.">
    <Blank
      scene="berths"
      title="Invoice not found"
      sentence="There is no invoice at this address."
      actions={
        <ButtonLink variant="signal" to="/merchant/invoices" icon={<Plus className="ico" aria-hidden="true" />}>
          Create Invoice
        </ButtonLink>
      }
    />
  </Page>
)
