export { type Act, type Actor, nameOfKey, programOf, recordAct } from './table.ts'
