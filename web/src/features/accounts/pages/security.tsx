import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { PersonalDataCard } from '../../account-care/index.ts'
import { NotificationSettingsCard } from '../../notifications/index.ts'
import * as t from '../messages.ts'
import { SecurityCards } from '../security-cards.tsx'

const SecurityPage = () => {
  const { type, email, role } = useUser()
  return (
    <Page
      sentence={t.securityPurpose}
      actions={
        type === 'merchant' &&
        role !== 'user' && (
          <ButtonLink variant="line" to={portalPaths.merchant.activity}>
            {t.viewActivity}
          </ButtonLink>
        )
      }
    >
      <SecurityCards portal={type} email={email} />
      {type === 'partner' && <NotificationSettingsCard isTitled />}
      {/* Merchants have it in their settings. */}
      {type !== 'merchant' && <PersonalDataCard isTitled />}
    </Page>
  )
}

export default SecurityPage
