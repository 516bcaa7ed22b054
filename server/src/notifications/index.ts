export { type Notice, notify } from './notify.ts'
export { markHistoryRead, saveSetting } from './table.ts'
