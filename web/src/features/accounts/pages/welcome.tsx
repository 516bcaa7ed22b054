import { acceptInvitationForm } from '@bitquay/contract/accounts'
import { useNavigate, useSearchParams } from 'react-router'
import { AuthFrame } from '../../../frame/auth-frame.tsx'
import { OpeningLink } from '../../../frame/opening-link.tsx'
import { usePageTitle } from '../../../frame/page-title.ts'
import { paths } from '../../../frame/screens.ts'
import { ApiError, messageOf } from '../../../lib/api-error.ts'
import { useContractForm } from '../../../lib/use-contract-form.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { PasswordInput } from '../../../ui/input.tsx'
import { homeOf } from '../home-of.ts'
import * as t from '../messages.ts'
import { useAcceptInvitation, useInvitation } from '../use-invitation.ts'

/** Where an invitation leads: a password, a second factor where one is needed, and in. */
const WelcomePage = () => {
  usePageTitle(t.welcomeTab)
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const { data: invitation, error, refetch, isFetching } = useInvitation(token)
  if (invitation) return <ChoosePassword token={token} invitation={invitation} />
  const isTaken = error instanceof ApiError && error.code === 'email-taken'
  if (error instanceof ApiError && (isTaken || error.status === 400)) {
    return (
      <AuthFrame
        title={isTaken ? t.invitationTakenTitle : t.invitationGoneTitle}
        purpose={isTaken ? error.message : t.invitationGone}
      >
        <ButtonLink variant="signal" size="lg" block to={paths.login}>
          {t.signIn}
        </ButtonLink>
      </AuthFrame>
    )
  }
  return <OpeningLink title={t.welcomeTab} reading={{ error, isFetching, refetch }} notLoaded={t.invitationNotLoaded} />
}

type Invitation = { accountName: string; email: string; needsTwoFactor: boolean }

const form = acceptInvitationForm.omit({ token: true })

const ChoosePassword = ({ token, invitation }: { token: string; invitation: Invitation }) => {
  const { accountName, email, needsTwoFactor } = invitation
  const navigate = useNavigate()
  const accept = useAcceptInvitation(token)
  const { register, submit, errors, setError } = useContractForm(form, { initial: { newPassword: '' } })
  const send = submit(({ newPassword }) =>
    accept.mutate(newPassword, {
      // Who must set up a second factor is asked for it there.
      onSuccess: (user) => void navigate(user ? homeOf[user.type] : paths.login, { replace: true }),
      onError: (error) => setError('newPassword', messageOf(error, t.joinFailed)),
    }),
  )
  return (
    <AuthFrame
      title={t.welcomeNamed({ name: accountName })}
      purpose={needsTwoFactor ? t.choosePasswordFirst({ email }) : t.choosePassword({ email })}
    >
      <Form onSubmit={send}>
        {/* For password managers. */}
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field label={t.password} error={errors.newPassword} hint={t.firstPasswordHint}>
          <PasswordInput {...register('newPassword')} autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="signal" size="lg" block busy={accept.isPending}>
          {accept.isPending ? t.joining : t.join}
        </Button>
      </Form>
    </AuthFrame>
  )
}

export default WelcomePage
