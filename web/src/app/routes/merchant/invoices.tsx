import { LifeBuoy } from 'lucide-react'
import { Blank } from '../../../ui/blank.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const InvoicesPage = () => (
  <Page title="Create Invoice" sentence="An amount in dollars, paid on-chain or over Lightning.">
    <Blank
      scene="berths"
      title="Bitcoin payments are not configured"
      sentence="Please contact support to have your store connected."
      actions={
        <ButtonLink variant="signal" to="/contact" icon={<LifeBuoy className="ico" aria-hidden="true" />}>
          Support chat
        </ButtonLink>
      }
    />
  </Page>
)
