export { merchants } from './list.ts'
