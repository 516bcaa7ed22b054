import { callToAction } from '../../../content/landing.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CallPanel } from '../call-panel.tsx'

export const CallToAction = () => (
  <CallPanel id="cta" title={callToAction.headline} text={callToAction.lead}>
    <ButtonLink to="/get-started" variant="signal" size="lg">
      Create a Merchant Account
    </ButtonLink>
  </CallPanel>
)
