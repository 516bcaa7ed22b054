import { lazy, Suspense } from 'react'
import { usePasswordCheck } from '../lib/password-check.ts'

const PasswordDialog = lazy(async () => ({
  default: (await import('../features/accounts/password-dialog.tsx')).PasswordDialog,
}))

/** The dialog that asks for the password again, for all pages. It is loaded when a page needs it. */
export const LazyPasswordDialog = () => {
  const check = usePasswordCheck()
  return check ? (
    <Suspense fallback={null}>
      <PasswordDialog onEnd={check.finish} />
    </Suspense>
  ) : null
}
