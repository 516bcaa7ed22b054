export { RefundButton } from './refund-button.tsx'
export { RefundList } from './refund-list.tsx'
