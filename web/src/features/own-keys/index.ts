export { OwnKeysCard } from './own-keys-card.tsx'
