import { useState } from 'react'
import { ApiError } from './api-error.ts'
import { servedMode } from './mode.ts'
import { useUser } from './session.ts'

type AdminCode = {
  /** unset: an admin without 2FA outside the sandbox, who must set it up first. absent: not needed, nothing to draw. */
  need: 'required' | 'optional' | 'unset' | 'absent'
  code: string
  setCode: (code: string) => void
  error: string | undefined
  /** To be spread into the body of the call. */
  proof: { twoFactorToken?: string }
  /** After every answer: a code works once. Answers whether the refusal was about the code, which its field then says. */
  answered: (error?: unknown) => boolean
}

/** An admin's own 2FA code, for actions on money, people or BTCPay details. Optional in the sandbox. */
export const useAdminCode = (): AdminCode => {
  const { twoFactorEnabled } = useUser()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const isLive = servedMode() === 'live'
  return {
    need: twoFactorEnabled ? (isLive ? 'required' : 'optional') : isLive ? 'unset' : 'absent',
    code,
    setCode: (next) => {
      setCode(next)
      setError(undefined)
    },
    error,
    proof: code === '' ? {} : { twoFactorToken: code },
    answered: (refusal) => {
      setCode('')
      const isAboutCode = refusal instanceof ApiError && refusal.code !== undefined && ofTheCode.has(refusal.code)
      setError(isAboutCode ? refusal.message : undefined)
      return isAboutCode
    },
  }
}

const ofTheCode = new Set<string>(['invalid-verification-code', 'second-factor-missing', 'too-many-attempts'])
