export { SigningLink } from './signing-link.tsx'
