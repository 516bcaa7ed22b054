import { Page } from '../../../frame/page.tsx'
import { portalPaths } from '../../../frame/portal-screens.ts'
import { useUser } from '../../../lib/session.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { SecurityCards } from '../security-cards.tsx'

const SecurityPage = () => {
  const { type, email, role } = useUser()
  return (
    <Page
      sentence="Your password, your second factor, and where you are signed in."
      actions={
        type === 'merchant' &&
        role !== 'user' && (
          <ButtonLink variant="line" to={portalPaths.merchant.activity}>
            View activity
          </ButtonLink>
        )
      }
    >
      <SecurityCards portal={type} email={email} />
    </Page>
  )
}

export default SecurityPage
