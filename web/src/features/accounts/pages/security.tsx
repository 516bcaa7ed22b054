import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { SecurityCards } from '../security-cards.tsx'

export const SecurityPage = () => {
  const { type, email } = useUser()
  return (
    <Page title="Security Settings" sentence="Your password, your second factor, and where you are signed in.">
      <SecurityCards portal={type} email={email} />
    </Page>
  )
}
