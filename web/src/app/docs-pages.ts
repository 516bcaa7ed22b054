import type { PageModule } from './screen-routes.tsx'

export const docsPages = import.meta.glob<PageModule>('../features/docs/pages/*.tsx')
