import type { Application } from '@bitquay/contract/applications'
import { applicationStatusWords } from '@bitquay/contract/applications.words'
import { Badge, type BadgeShape } from '../../ui/badge.tsx'

const shapes: Record<Application['status'], BadgeShape> = { pending: 'dashed', approved: 'solid', rejected: 'crossed' }

export const ApplicationState = ({ status }: Pick<Application, 'status'>) => (
  <Badge shape={shapes[status]}>{applicationStatusWords[status]}</Badge>
)
