import { totpCode } from '@bitquay/contract/scalars'

/** What is wrong with a code from the authenticator app, in the contract's words. */
export const findCodeProblem = (code: string): string | undefined => totpCode.safeParse(code).error?.issues[0]?.message
