import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { AuthFrame } from '../../frame/auth-frame.tsx'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { toast } from '../../ui/toast-store.ts'
import { CredentialsForm } from './credentials-form.tsx'
import type { homeOf } from './home-of.ts'
import * as t from './messages.ts'
import { useLogin } from './use-login.ts'

/** Fetched once the password was right, to keep the first load small. */
const SecondStepForm = lazy(async () => ({ default: (await import('./second-step-form.tsx')).SecondStepForm }))

/** The same, after a restore only. */
const RestoreCodeField = lazy(async () => ({ default: (await import('./restore-code-field.tsx')).RestoreCodeField }))

type SecondStep = { email: string; tempToken: string }

type SignInStepsProps = {
  purpose: string
  /** Told when it begins, before anything else can see that someone is signed in. */
  onSignIn?: () => void
  /** `reviews`: with the code of a restore, which they review next. */
  onSignedIn: (type: keyof typeof homeOf, reviews: boolean) => void
}

/** Password, then the second factor where there is one. */
export const SignInSteps = ({ purpose, onSignIn, onSignedIn }: SignInStepsProps) => {
  const login = useLogin()
  const [email, setEmail] = useState('')
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null)
  // Undefined until the server asks for it: after a restore, one admin signs in with its code.
  const [restoreCode, setRestoreCode] = useState<string>()

  const signIn = (body: Parameters<typeof login.mutate>[0], refused: (reason: string) => void) => {
    onSignIn?.()
    login.mutate(restoreCode === undefined ? body : { ...body, restoreCode }, {
      onSuccess: ({ user: person, tempToken }) => {
        if (tempToken) {
          setSecondStep({ email: body.email, tempToken })
          askForCode()
        } else if (person) {
          onSignedIn(person.type, restoreCode !== undefined)
          toast({ title: t.loggedIn })
        }
      },
      onError: (error) => {
        const reason = messageOf(error, '')
        if (isAboutRestore(error)) setRestoreCode((typed) => typed ?? '')
        else refused(reason)
        toast({ kind: 'bad', title: t.loginFailed, ...(reason ? { description: reason } : {}) })
        // What was remembered between the steps has expired: the password is asked for again.
        if (secondStep && error instanceof ApiError && error.code === 'invalid-credentials') setSecondStep(null)
      },
    })
  }

  const restoreField = restoreCode !== undefined && (
    <Suspense>
      <RestoreCodeField value={restoreCode} onChange={setRestoreCode} />
    </Suspense>
  )

  return secondStep ? (
    <AuthFrame title={t.welcome} purpose={t.enterCode}>
      <Suspense>
        <SecondStepForm
          email={secondStep.email}
          busy={login.isPending}
          onSubmit={(twoFactorToken, refused) => signIn({ ...secondStep, twoFactorToken }, refused)}
          onStartOver={() => setSecondStep(null)}
        >
          {restoreField}
        </SecondStepForm>
      </Suspense>
    </AuthFrame>
  ) : (
    <AuthFrame title={t.welcome} purpose={purpose}>
      <CredentialsForm
        email={email}
        busy={login.isPending}
        onSubmit={(credentials, refused) => {
          setEmail(credentials.email)
          signIn(credentials, refused)
        }}
      >
        {restoreField}
      </CredentialsForm>
    </AuthFrame>
  )
}

const isAboutRestore = (error: unknown) =>
  error instanceof ApiError && (error.code === 'restore-code-needed' || error.code === 'invalid-restore-code')

const askForCode = () =>
  toast({
    kind: 'wait',
    icon: <KeyRound />,
    title: t.codeRequiredToast,
    description: t.codeRequired,
  })
