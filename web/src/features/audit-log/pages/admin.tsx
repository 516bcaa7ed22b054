import { Page } from '../../../frame/page.tsx'
import { AuditLog } from '../audit-log.tsx'

const AuditLogPage = () => <AuditLog>{(list, exporting) => <Page actions={exporting}>{list}</Page>}</AuditLog>

export default AuditLogPage
