import { Link } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { TwoFactorField } from '../ui/two-factor-field.tsx'
import { portalPaths } from './portal-screens.ts'

type OwnCodeFieldProps = {
  need: 'required' | 'optional' | 'unset' | 'absent'
  code: string
  setCode: (code: string) => void
  error: string | undefined
  /** Where someone without a second factor sets one up. */
  setUpAt?: string
}

/** Asks for the person's own code before an action that a stolen session alone must not be able to do. */
export const OwnCodeField = ({
  need,
  code,
  setCode,
  error,
  setUpAt = portalPaths.admin.security,
}: OwnCodeFieldProps) => {
  if (need === 'absent') return null
  if (need === 'unset') {
    return (
      <Notice kind="wait">
        This needs two-factor authentication of your own.{' '}
        <Link className="link" to={setUpAt}>
          Set it up
        </Link>
      </Notice>
    )
  }
  return (
    <TwoFactorField
      label={need === 'optional' ? 'Your 2FA code (optional in test mode)' : 'Your 2FA code'}
      value={code}
      onValueChange={setCode}
      error={error}
    />
  )
}
