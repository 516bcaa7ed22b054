export { BackToHome } from './back-to-home.tsx'
export { publicOrigin, usePageMeta } from './page-meta.ts'
export { Prose } from './prose.tsx'
export { SiteFrame } from './site-frame.tsx'
