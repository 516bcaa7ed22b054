export { readLogo, readMailShop, readShop } from './queries.ts'
