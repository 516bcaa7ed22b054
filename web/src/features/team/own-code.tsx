import { Link } from 'react-router'
import { portalPaths } from '../../frame/portal-screens.ts'
import { ApiError } from '../../lib/api-error.ts'
import { useUser } from '../../lib/session.ts'
import { Notice } from '../../ui/notice.tsx'
import { TwoFactorField } from '../../ui/two-factor-field.tsx'
import * as t from './messages.ts'

type OwnCodeProps = { value: string; error: string | undefined; onChange: (code: string) => void; startsHere?: boolean }

/** The code of the person who changes the team, or the way to set one up. */
export const OwnCode = ({ value, error, onChange, startsHere = false }: OwnCodeProps) =>
  useUser().twoFactorEnabled ? (
    <TwoFactorField
      label={t.code}
      value={value}
      error={error}
      onValueChange={onChange}
      {...(startsHere ? { 'data-autofocus': true } : {})}
    />
  ) : (
    <Notice kind="wait">
      {t.codeNeeded}{' '}
      <Link className="link" to={portalPaths.merchant.security}>
        {t.setUpCode}
      </Link>
    </Notice>
  )

/** Whether a refusal is about the code, which its field then says. */
export const isAboutCode = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'invalid-verification-code' || error.code === 'second-factor-missing')
