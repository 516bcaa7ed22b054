export { RevenueOverview } from './revenue-overview.tsx'
