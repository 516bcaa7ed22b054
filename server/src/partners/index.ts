export { createPartner } from './table.ts'
