export { syncStore } from './sync-store.ts'
