export { findSourceAddress } from './queries.ts'
export { type Act, type Actor, nameOfKey, programOf, recordActivities } from './table.ts'
