export { ReceivedCard } from './received-card.tsx'
export { useAttentionCount } from './use-attention.ts'
