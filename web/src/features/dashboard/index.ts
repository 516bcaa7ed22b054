export { useAttentionCount } from './use-attention.ts'
