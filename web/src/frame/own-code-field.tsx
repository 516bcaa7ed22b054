import { TwoFactorField } from '../ui/two-factor-field.tsx'
import { CodeNeeded } from './code-field.tsx'
import * as t from './messages.ts'
import { portalPaths } from './portal-screens.ts'

type OwnCodeFieldProps = {
  need: 'required' | 'optional' | 'unset' | 'absent'
  code: string
  setCode: (code: string) => void
  error: string | undefined
}

/** Asks for the admin's own code before an action that a stolen session alone must not be able to do. */
export const OwnCodeField = ({ need, code, setCode, error }: OwnCodeFieldProps) => {
  if (need === 'absent') return null
  if (need === 'unset') return <CodeNeeded sentence={t.ownCodeNeeded} setUpAt={portalPaths.admin.security} />
  return (
    <TwoFactorField
      label={need === 'optional' ? t.ownCodeOptional : t.ownCode}
      value={code}
      onValueChange={setCode}
      error={error}
    />
  )
}
