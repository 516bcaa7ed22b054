import { findCodeProblem } from './check-code.ts'
import { useContractForm } from './use-contract-form.ts'

/** A form that asks for nothing but a code from the authenticator app. */
export const useCodeForm = () => useContractForm(checkCode, { initial: { code: '' } })

export const checkCode = ({ code }: { code: string }) => ({ code: findCodeProblem(code) })
