/** A link to one invoice opens it beside the list. */
export { default } from './merchant.tsx'
