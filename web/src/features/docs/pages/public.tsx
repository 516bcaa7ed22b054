import { type RouteObject, useRoutes } from 'react-router'
import { ErrorsChapter } from '../errors-chapter.tsx'
import { GuideChapter } from '../guide-chapter.tsx'
import { PluginsChapter } from '../plugins-chapter.tsx'
import { ReferenceChapter } from '../reference-chapter.tsx'
import { SandboxChapter } from '../sandbox-chapter.tsx'
import { WebhooksChapter } from '../webhooks-chapter.tsx'

const routes: RouteObject[] = [
  { path: 'webhooks', element: <WebhooksChapter /> },
  { path: 'reference', element: <ReferenceChapter /> },
  { path: 'errors', element: <ErrorsChapter /> },
  { path: 'sandbox', element: <SandboxChapter /> },
  { path: 'plugins', element: <PluginsChapter /> },
  { path: '*', element: <GuideChapter /> },
]

const DocsPage = () => useRoutes(routes)

export default DocsPage
