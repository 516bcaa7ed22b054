import { Tag } from './badge.tsx'

/** Beside figures that nothing of the platform's has seen. */
export const OwnServerMark = () => <Tag>Reported by the merchant’s own server</Tag>
