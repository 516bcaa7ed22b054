import * as t from './messages.ts'

export const checkRecoveryCode = ({ code }: { code: string }) =>
  code.trim() === '' ? { code: t.recoveryCodeRequired } : {}
