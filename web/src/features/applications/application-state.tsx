import type { Application } from '@bitquay/contract/applications'
import { Badge } from '../../ui/badge.tsx'
import * as t from './messages.ts'

export const ApplicationState = ({ status }: Pick<Application, 'status'>) =>
  status === 'pending' ? (
    <Badge shape="dashed">{t.pending}</Badge>
  ) : status === 'approved' ? (
    <Badge shape="solid">{t.approved}</Badge>
  ) : (
    <Badge shape="crossed">{t.rejected}</Badge>
  )
