import { callToAction } from '../../../content/landing.ts'
import { paths } from '../../../frame/screens.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { CallPanel } from '../call-panel.tsx'
import * as t from '../messages.ts'

export const CallToAction = () => (
  <CallPanel id="cta" title={callToAction.headline} text={callToAction.lead}>
    <ButtonLink to={paths.getStarted} variant="signal" size="lg">
      {t.createMerchantAccount}
    </ButtonLink>
  </CallPanel>
)
