import { useSearchParams } from 'react-router'
import { ChoosePassword } from '../choose-password.tsx'
import { ForgotPassword } from '../forgot-password.tsx'

/** With the token of a mail: choose a new password. Without: ask for such a mail. */
const ResetPasswordPage = () => {
  const [query] = useSearchParams()
  const token = query.get('token')
  return token ? <ChoosePassword token={token} /> : <ForgotPassword />
}

export default ResetPasswordPage
