export { useMineBlock } from './mine-block.ts'
