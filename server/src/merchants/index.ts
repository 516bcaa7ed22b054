export { people } from './list.people.ts'
export { merchants } from './list.ts'
