export { notify } from './notify.ts'
export { markHistoryRead, saveSetting } from './table.ts'
