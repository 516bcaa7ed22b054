import { lazy, Suspense } from 'react'
import { usePasswordCheck } from '../lib/password-check.ts'

const PasswordDialog = lazy(async () => ({
  default: (await import('../features/accounts/password-dialog.tsx')).PasswordDialog,
}))

/** The one dialog that asks for the password again, whichever page needs it. It is fetched when one does. */
export const LazyPasswordDialog = () => {
  const check = usePasswordCheck()
  return check ? (
    <Suspense fallback={null}>
      <PasswordDialog onEnd={check.finish} />
    </Suspense>
  ) : null
}
