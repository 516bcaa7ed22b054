import { Link } from 'react-router'
import { Notice } from '../ui/notice.tsx'
import { TwoFactorField } from '../ui/two-factor-field.tsx'
import * as t from './messages.ts'
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
        {t.ownCodeNeeded}{' '}
        <Link className="link" to={setUpAt}>
          {t.setUpCode}
        </Link>
      </Notice>
    )
  }
  return (
    <TwoFactorField
      label={need === 'optional' ? t.ownCodeOptional : t.ownCode}
      value={code}
      onValueChange={setCode}
      error={error}
    />
  )
}
