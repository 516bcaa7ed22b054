export { OpenSearch, SearchPalette } from './search.tsx'
