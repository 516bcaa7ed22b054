import type { ReactNode } from 'react'
import { useAdminCode as useCode } from '../../lib/admin-code.ts'
import { OwnCodeField } from '../../ui/own-code-field.tsx'

/** The admin's own code with its field drawn, for pages that put a form together themselves. */
export const useAdminCode = (): {
  field: ReactNode
  proof: { twoFactorToken?: string }
  answered: (error?: unknown) => boolean
} => {
  const code = useCode()
  return { field: <OwnCodeField {...code} />, proof: code.proof, answered: code.answered }
}
