export { explainMissingExplorer, explorerOf } from './explorer.ts'
export { RecentActivity } from './recent-activity.tsx'
export { useCounts } from './use-transactions.ts'
