import { ArrowLeft } from 'lucide-react'
import { Blank } from '../../../ui/blank.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const MerchantPage = () => (
  <Page title="Merchant" sentence="One store, its people and its engine.">
    <Blank
      scene="berths"
      title="Merchant Not Found"
      actions={
        <ButtonLink to="/admin/merchants" icon={<ArrowLeft className="ico" aria-hidden="true" />}>
          Back to Merchants
        </ButtonLink>
      }
    />
  </Page>
)
