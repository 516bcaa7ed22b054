export { isKeyWaiting, requireWithdrawalsOpenForKey } from './require-key-open.ts'
export { revokeOwnKey } from './revoke-own-key.ts'
export { revokeSuspended } from './revoke-suspended.ts'
export { countSuspended, decideSuspended, type KeyDecision, listSuspended } from './table.suspended.ts'
