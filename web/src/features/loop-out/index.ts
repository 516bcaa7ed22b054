export { loopOutMinimumUsd, mayLoopOut } from './loop-out-rule.ts'
export { MovingCard } from './moving-card.tsx'
export { RequestLoopOut } from './request-loop-out.tsx'
