export { authorizeByTotp } from './authorize-by-totp.ts'
export { takeSecondFactor, toVerificationError } from './check-second-factor.ts'
export { confirmPerson } from './confirm-person.ts'
export { countChange } from './count-change.ts'
export { describeSource, type WhoAndWhere } from './describe-source.ts'
export { invitePerson } from './invite-person.ts'
export { limits } from './limits.ts'
export { findAdmins, invitedUntil } from './queries.ts'
export { changeEmail, recoverPerson } from './recover-person.ts'
export { requireAdminSecondFactor } from './require-admin-second-factor.ts'
export { requireAttempts } from './require-attempts.ts'
export { requireUncommonPassword } from './require-uncommon-password.ts'
export { findWaiting, isOwnerInRecovery, presentWaiting, requireWithdrawalsOpen } from './require-withdrawals-open.ts'
export { acceptInvitation } from './reset-password.ts'
export { hidden, type Limit, networkOf, returnAttempt, takeAttempt } from './table.attempts.ts'
export {
  type ChangeKind,
  changesDueAt,
  findChangeOfLink,
  findDueChanges,
  findOpenChange,
  insertChange,
  issueStopToken,
  lockDueChange,
  markApplied,
  markFailed,
  markStopped,
} from './table.changes.ts'
export { revokeResetTokens } from './table.reset-tokens.ts'
export { endSessionsOf } from './table.sessions.ts'
