export { ShareChange } from './change-in-percent.tsx'
export { ChooseRevenuePeriod } from './choose-revenue-period.tsx'
export { RevenueCard } from './revenue-card.tsx'
export { useRevenue, useRevenueChoice } from './use-revenue.ts'
