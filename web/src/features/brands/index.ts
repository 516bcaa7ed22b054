export { BrandingTab } from './branding-tab.tsx'
export { useBrand } from './use-brand.ts'
