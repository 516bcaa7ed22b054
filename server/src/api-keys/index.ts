export { revokeOwnKey } from './revoke-own-key.ts'
