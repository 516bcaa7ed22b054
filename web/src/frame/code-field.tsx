import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import { useUser } from '../lib/session.ts'
import { Notice } from '../ui/notice.tsx'
import { TwoFactorField } from '../ui/two-factor-field.tsx'
import { HelpLink } from './help-link.tsx'
import * as t from './messages.ts'
import { portalPaths } from './portal-screens.ts'

type CodeFieldProps = Omit<ComponentProps<typeof TwoFactorField>, 'label'> & {
  /** What a merchant without 2FA reads instead. Left out where everyone has it. */
  needed?: string | undefined
}

/** The person's own code, or the way to set up 2FA. */
export const CodeField = ({ needed, ...field }: CodeFieldProps) =>
  useUser().twoFactorEnabled || needed === undefined ? (
    <TwoFactorField label={t.code} {...field} />
  ) : (
    <CodeNeeded sentence={needed} setUpAt={portalPaths.merchant.security} />
  )

/** Says that 2FA is needed, with a link to set it up. */
export const CodeNeeded = ({ sentence, setUpAt }: { sentence: string; setUpAt: string }) => (
  <Notice kind="wait">
    {sentence}{' '}
    <Link className="link" to={setUpAt}>
      {t.setUpCode}
    </Link>{' '}
    <HelpLink about="second-factor-needed" />
  </Notice>
)
