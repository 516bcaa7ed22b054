import { Blank, type BlankProps } from './blank.tsx'
import { EmptyBerths } from './empty-berths.tsx'
import { PartedMooring } from './parted-mooring.tsx'

type EmptyStateProps = BlankProps & {
  /** berths: nothing here yet. mooring: something failed. none: nothing matches. */
  scene: 'berths' | 'mooring' | 'none'
}

export const EmptyState = ({ scene, ...words }: EmptyStateProps) => (
  <Blank {...words} drawing={drawings[scene]} alert={scene === 'mooring'} />
)

const drawings = { berths: <EmptyBerths />, mooring: <PartedMooring />, none: undefined }
