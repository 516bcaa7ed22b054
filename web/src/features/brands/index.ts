export { BrandingTab } from './branding-tab.tsx'
export { LogoField } from './logo-field.tsx'
export { useBrand } from './use-brand.ts'
