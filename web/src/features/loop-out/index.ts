export { loopOutMinimumUsd, mayLoopOut } from './loop-out-rule.ts'
export { RequestLoopOut } from './request-loop-out.tsx'
