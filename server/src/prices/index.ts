export { dollarsOf, findPrice, getFreshPrice, roundToCents } from './queries.ts'
export { readPrice } from './read-price.ts'
export { savePrice } from './table.ts'
