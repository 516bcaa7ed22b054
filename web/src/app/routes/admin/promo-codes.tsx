import { Blank } from '../../../ui/blank.tsx'
import { Page } from '../../page.tsx'

export const PromoCodesPage = () => (
  <Page title="Promo Codes" sentence="Each code waives the fee of one withdrawal.">
    <Blank scene="berths" title="No promo codes created yet" />
  </Page>
)
