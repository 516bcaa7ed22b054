export { findSourceAddress } from './queries.ts'
export { type Act, type Actor, nameOfKey, programOf, recordActivity } from './table.ts'
