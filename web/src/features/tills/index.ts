export { useTills } from './use-tills.ts'
