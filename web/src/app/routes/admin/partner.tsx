import { ArrowLeft } from 'lucide-react'
import { Blank } from '../../../ui/blank.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../page.tsx'

export const PartnerPage = () => (
  <Page title="Partner" sentence="One partner, and what they earned.">
    <Blank
      scene="berths"
      title="Partner Not Found"
      actions={
        <ButtonLink to="/admin/partners" icon={<ArrowLeft className="ico" aria-hidden="true" />}>
          Back to Partners
        </ButtonLink>
      }
    />
  </Page>
)
