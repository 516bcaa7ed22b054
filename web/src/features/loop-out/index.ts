export { loopOutMinimumUsd, mayLoopOut } from './loop-out-rule.ts'
export { LoopOutAct } from './request-loop-out.tsx'
