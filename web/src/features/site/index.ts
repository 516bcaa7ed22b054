export { BackToHome } from './back-to-home.tsx'
export { usePageMeta } from './page-meta.ts'
export { Prose } from './prose.tsx'
export { SiteFrame } from './site-frame.tsx'
