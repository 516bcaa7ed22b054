import type { Application } from '@bitquay/contract/applications'
import { Badge } from '../../ui/badge.tsx'

export const ApplicationState = ({ status }: Pick<Application, 'status'>) =>
  status === 'pending' ? (
    <Badge shape="dashed">Pending</Badge>
  ) : status === 'approved' ? (
    <Badge shape="solid">Approved</Badge>
  ) : (
    <Badge shape="crossed">Rejected</Badge>
  )
