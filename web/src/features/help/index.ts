export { pathOf, searchHelp } from './search-help.ts'
