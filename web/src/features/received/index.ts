export { ReceivedCard } from './received-card.tsx'
