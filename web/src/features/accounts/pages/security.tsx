import { Page } from '../../../frame/page.tsx'
import { useUser } from '../../../lib/session.ts'
import { SecurityCards } from '../security-cards.tsx'

const SecurityPage = () => {
  const { type, email } = useUser()
  return (
    <Page sentence="Your password, your second factor, and where you are signed in.">
      <SecurityCards portal={type} email={email} />
    </Page>
  )
}

export default SecurityPage
