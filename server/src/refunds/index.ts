export { refundClaimRoutes } from './routes.public.ts'
