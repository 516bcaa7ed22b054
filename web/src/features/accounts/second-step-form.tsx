import type { ReactNode } from 'react'
import { HelpLink } from '../../frame/help-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import * as t from './messages.ts'
import { useOwnCode } from './use-own-code.tsx'

type SecondStepFormProps = {
  email: string
  busy: boolean
  /** What else the server asks for. */
  children?: ReactNode
  /** `refused` shows next to the code why it was not accepted. */
  onSubmit: (twoFactorToken: string, refused: (reason: string) => void) => void
  /** Back to the e-mail address and the password. */
  onStartOver: () => void
}

export const SecondStepForm = ({ email, busy, children, onSubmit, onStartOver }: SecondStepFormProps) => {
  const { submit, refuse, field, change } = useOwnCode()
  return (
    <Form onSubmit={submit((code) => onSubmit(code, refuse))}>
      {field({ email, help: <HelpLink about="code-at-sign-in" /> })}
      {children}
      <Button type="submit" variant="signal" size="lg" block busy={busy}>
        {busy ? t.verifying : t.verify}
      </Button>
      <p className="small flex wraps between gap-x-6 gap-y-2">
        {change}
        <button type="button" className="link" onClick={onStartOver}>
          {t.otherAccount}
        </button>
      </p>
    </Form>
  )
}
