export { notify } from './notify.ts'
export { saveSetting } from './table.ts'
